import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { ChainedEvent, ChainSource } from '../../ports/chain-source.ts';
import { conversationIdSchema } from '../codec/record-schemas.ts';
import { type AuditReport, makeFindings } from './finding.ts';
import { type AuditOptions, auditPages, singly } from './verify.ts';

const FORMAT = 'countersign.log';
/** Lines handed to the stream at once: a call for every line would cost more than the line. */
const LINES_AT_ONCE = 500;

/**
 * Writes the whole log as JSON Lines: a header, one event a line, an end with their number. It verifies without the
 * database. Resolves when everything was handed to `out` and that has finished.
 */
export const exportLog = (chain: ChainSource, out: Writable): Promise<void> =>
  pipeline(Readable.from(exportedLines(chain)), out);

/** Checks an exported file, given as its lines. */
export async function verifyExport(lines: AsyncIterable<string>, options: AuditOptions = {}): Promise<AuditReport> {
  const findings = makeFindings();
  const events = eventsOfExport(lines, (line) => findings.add({ kind: 'bad-export', line }));
  return auditPages(singly(events), [], options, findings);
}

async function* exportedLines(chain: ChainSource): AsyncGenerator<string> {
  let lines = `${JSON.stringify({ format: FORMAT, version: 1 })}\n`;
  let count = 0;
  for await (const { conversation, seq, at, type, version, body, hash } of chain.events()) {
    lines += `${JSON.stringify({ conversation, seq, at, type, version, body, hash })}\n`;
    count += 1;
    if (count % LINES_AT_ONCE === 0) {
      yield lines;
      lines = '';
    }
  }
  yield `${lines}${JSON.stringify({ end: true, events: count })}\n`;
}

const headerLine = z.strictObject({ format: z.literal(FORMAT), version: z.literal(1) });
const endLine = z.strictObject({ end: z.literal(true), events: z.int() });
const eventLine: z.ZodType<ChainedEvent> = z.strictObject({
  conversation: conversationIdSchema,
  seq: z.int(),
  at: z.int(),
  type: z.string(),
  version: z.int(),
  body: z.string(),
  hash: z.string(),
});

/** The events up to the first line that is not as it should be; that line is reported. */
async function* eventsOfExport(
  lines: AsyncIterable<string>,
  report: (line: number) => void,
): AsyncGenerator<ChainedEvent> {
  let line = 0;
  let count = 0;
  let ended = false;
  for await (const text of lines) {
    line += 1;
    const value = parseLine(text);
    if (line === 1) {
      if (headerLine.safeParse(value).success) continue;
      return report(line);
    }
    const event = eventLine.safeParse(value);
    if (event.success && !ended) {
      count += 1;
      yield event.data;
      continue;
    }
    const end = endLine.safeParse(value);
    if (ended || !end.success || end.data.events !== count) return report(line);
    ended = true;
  }
  if (!ended) report(line + 1);
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
