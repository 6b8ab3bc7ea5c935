import { rmSync, statSync } from 'node:fs';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { openSqliteReader, type SqliteReader } from '../../src/store/sqlite/open-sqlite-reader.ts';

/** What the bot has written. */
export interface LogSize {
  readonly conversations: number;
  readonly events: number;
  /** Of the events as text, without what the database adds. */
  readonly bodyBytes: number;
  /** Of a backup: what the database comes to without its write-ahead log. */
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
    return { conversations, events, bodyBytes, databaseBytes: await backupBytes(reader, `${databasePath}.copy`) };
  } finally {
    reader.close();
  }
}

async function backupBytes(reader: SqliteReader, copy: string): Promise<number> {
  await reader.backUp(copy);
  const { size } = statSync(copy);
  rmSync(copy);
  return size;
}
