import { hash } from 'node:crypto';
import { z } from 'zod';
import { type Signature, signedBytes } from '../../domain/signed.ts';
import type { ChainHead, ChainSource } from '../../ports/chain-source.ts';
import type { Signer, Verifier } from '../../ports/signer.ts';
import { conversationIdSchema } from '../codec/record-schemas.ts';
import type { Findings } from './finding.ts';

/** Where the chains ended at one time. Kept outside the database, so that a database put back to yesterday is found out. */
export interface Checkpoint {
  readonly version: 1;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 of the line before, lower-case hex; null for the first ever. */
  readonly previous: string | null;
  /** The conversations written to since the one before. */
  readonly heads: readonly ChainHead[];
  readonly signature: Signature;
}

/** A write that was under way when the last checkpoint looked may carry an earlier time than it. */
const OVERLAP_MS = 600_000;

export interface CheckpointParts {
  readonly chain: ChainSource;
  readonly signer: Signer;
  readonly now: () => number;
  /** Resolves once everything written so far outlives a power cut: what is on record must not be taken back. */
  readonly flush: () => Promise<void>;
}

/** The next checkpoint as one line of JSON; null when nothing was written since `last`, the line before. */
export async function nextCheckpoint(
  { chain, signer, now, flush }: CheckpointParts,
  last: string | null,
): Promise<string | null> {
  const at = now();
  const before = last === null ? null : parseCheckpoint(last);
  const recorded = new Map(before?.heads.map((head) => [head.conversation, head.hash]));
  const written = await chain.heads(before === null ? 0 : before.at - OVERLAP_MS);
  const heads = written.filter((head) => recorded.get(head.conversation) !== head.hash);
  if (heads.length === 0) return null;
  await flush();
  const previous = last === null ? null : lineHash(last);
  const signature = await signer.sign(checkpointBytesV1(signer.kid, { at, previous, heads }));
  return JSON.stringify({ version: 1, at, previous, heads, signature } satisfies Checkpoint);
}

/** Reads a line of a checkpoint file; null when it is not one. */
export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    const read = checkpointSchema.safeParse(JSON.parse(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The heads all good checkpoints have on record; what is wrong with the others becomes findings. */
export function auditCheckpoints(
  lines: readonly string[],
  verifier: Verifier | null,
  findings: Findings,
): readonly ChainHead[] {
  const heads: ChainHead[] = [];
  let before: string | null = null;
  for (const [i, line] of lines.entries()) {
    const checkpoint = parseCheckpoint(line);
    const problem = checkpoint === null ? 'unreadable' : problemOf(checkpoint, before, verifier);
    if (problem !== null) findings.add({ kind: 'bad-checkpoint', line: i + 1, because: problem });
    else heads.push(...(checkpoint?.heads ?? []));
    before = line;
  }
  return heads;
}

/** The first line of a file may follow one in an older file. */
function problemOf(checkpoint: Checkpoint, before: string | null, verifier: Verifier | null) {
  if (before !== null && checkpoint.previous !== lineHash(before)) return 'does-not-follow';
  if (verifier === null) return null;
  const { signature, at } = checkpoint;
  const verdict = verifier.verify(checkpointBytesV1(signature.kid, checkpoint), signature, at);
  return verdict === 'valid' ? null : verdict;
}

const lineHash = (line: string): string => hash('sha256', line, 'hex');

/** Layout version 1, frozen: a new layout gets a new tag and a new function. */
export function checkpointBytesV1(
  kid: string,
  { at, previous, heads }: Omit<Checkpoint, 'version' | 'signature'>,
): Uint8Array {
  const ends = heads.flatMap((head) => [head.conversation, String(head.seq), head.hash]);
  return signedBytes('countersign.checkpoint.v1', [kid, String(at), previous, ...ends]);
}

const checkpointSchema: z.ZodType<Checkpoint> = z.strictObject({
  version: z.literal(1),
  at: z.int(),
  previous: z.string().nullable(),
  heads: z.array(z.strictObject({ conversation: conversationIdSchema, seq: z.int().positive(), hash: z.string() })),
  signature: z.strictObject({ kid: z.string(), value: z.string() }),
});
