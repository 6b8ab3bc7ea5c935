import { statSync } from 'node:fs';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { openSqliteReader } from '../../src/store/sqlite/open-sqlite-reader.ts';

/** What the bot has written. */
export interface LogSize {
  readonly conversations: number;
  readonly events: number;
  /** Of the events as text, without what the database adds. */
  readonly bodyBytes: number;
  /** With what is still in the write-ahead log. */
  readonly databaseBytes: number;
}

/** Measures the log, and throws when it does not verify: a fast log that does not hold is no result. */
export async function logSize(databasePath: string): Promise<LogSize> {
  const reader = openSqliteReader(databasePath);
  try {
    const { findings, events, conversations } = await verifyAll(reader.chain);
    if (findings.length > 0) throw new Error(`the log does not verify: ${JSON.stringify(findings[0])}`);
    let bodyBytes = 0;
    for await (const { body } of reader.chain.events()) bodyBytes += Buffer.byteLength(body);
    return { conversations, events, bodyBytes, databaseBytes: bytesOf(databasePath) + bytesOf(`${databasePath}-wal`) };
  } finally {
    reader.close();
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
