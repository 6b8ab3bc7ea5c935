import { readFileSync } from 'node:fs';
import { z } from 'zod';

const FOLDER = new URL('../../fixtures/slack/', import.meta.url);

const samples = z.array(z.object({ id: z.string(), kind: z.string(), source: z.string(), payload: z.unknown() }));
const message = z.object({ blocks: z.unknown() }).partial();
const rejections = z.array(
  z.object({
    id: z.string(),
    error: z.string(),
    messages: z.array(z.string()),
    evidence: z.enum(['A', 'B', 'C']),
    payload: z.union([z.object({ view: z.unknown() }), message]),
  }),
);

export type Sample = z.infer<typeof samples>[number];
export type Rejection = z.infer<typeof rejections>[number];

export function accepted(kind: string): readonly Sample[] {
  return samples.parse(read(`accept/${kind}.json`));
}

export function receivedOnly(): readonly Sample[] {
  return samples.parse(read('received-only.json'));
}

export function rejected(): readonly Rejection[] {
  return rejections.parse(read('reject.json'));
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}
