import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalText, isJsonObject, readJson } from '../../domain/canonical-json.ts';
import type { JsonObject } from '../../ports/tools.ts';

/** A tool as its server describes it. All of it is the server's claim. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: Annotations;
  /** Same text, same tool. */
  readonly fingerprint: string;
}

/** MCP's ToolAnnotations; hints, with the defaults the specification gives them left open. */
export interface Annotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Twice the longest seen in the field; a longer one would crowd out the conversation. */
const MAX_DESCRIPTION_CHARS = 80_000;
/** Leaves room for the server's name within what a tool name may have. */
const NAME = /^[A-Za-z0-9_.:/-]{1,96}$/;

const hint = z.boolean().optional().catch(undefined);
const listed = z.looseObject({
  name: z.string().regex(NAME),
  description: z.string().catch(''),
  inputSchema: z.looseObject({}).catch({}),
  annotations: z
    .object({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint })
    .catch({}),
});

/**
 * Reads one entry of `tools/list`, leniently: what is missing or odd is left out, a schema that forgot its type is an
 * object's. Null when nothing can be made of it: a name no tool may have, or a schema too large or too deep to judge.
 */
export function readListedTool(entry: unknown): ListedTool | null {
  const parsed = listed.safeParse(entry);
  if (!parsed.success) return null;
  const { name, annotations } = parsed.data;
  const description = parsed.data.description.toWellFormed().slice(0, MAX_DESCRIPTION_CHARS).toWellFormed();
  const inputSchema = plainSchema({ ...parsed.data.inputSchema, type: 'object' });
  if (inputSchema === null) return null;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const claims = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((claim) => claim ?? null);
  const text = canonicalText([name, description, inputSchema, claims]);
  return { name, description, inputSchema, annotations, fingerprint: createHash('sha256').update(text).digest('hex') };
}

/**
 * The schema as canonical data. Integers no argument could reach are left out: they come from languages with larger
 * numbers, as bounds that bind nothing here.
 */
function plainSchema(schema: object): JsonObject | null {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    if (typeof value === 'string') return value.toWellFormed();
    const isOutOfReach = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isOutOfReach ? undefined : value;
  });
  const reading = readJson(text);
  return reading.kind === 'read' && isJsonObject(reading.value) ? reading.value : null;
}
