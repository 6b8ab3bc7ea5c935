import { z } from 'zod';

/** Shapes shared by what Slack sends. Only fields that are used are read; everything else is dropped here. */
export const slackId = z.string().regex(/^[A-Z][A-Z0-9]{1,30}$/);
export const timestamp = z.string().regex(/^\d{1,16}\.\d{1,9}$/);
/** A field that may be missing, null or something else; all three are null. */
export const orNull = <T extends z.ZodType>(shape: T) => shape.nullish().catch(null);

export type Body = Readonly<Record<string, unknown>>;
