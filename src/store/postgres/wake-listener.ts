import { Client } from 'pg';
import type { Logger } from '../../ports/logger.ts';
import type { Wakes } from '../wakes.ts';
import { connectionConfig, type PostgresConnection, type PostgresDatabase } from './database.ts';

export const WAKE_CHANNEL = 'countersign_wake';

export interface WakeListener {
  close(): Promise<void>;
}

/** How long the self-test waits for its own notification. */
const SELF_TEST_MS = 2_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/**
 * Hears the wakes of other processes over a connection of its own and opens it again whenever it is lost. Notifications
 * are a convenience: while there are none (a lost connection, a pooler in between) workers still poll.
 */
export async function listenForWakes(
  connection: PostgresConnection,
  db: PostgresDatabase,
  wakes: Wakes,
  logger: Logger,
): Promise<WakeListener> {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;
  let closed = false;

  const lose = (lost: Client) => {
    if (client !== lost) return;
    client = null;
    // An ended connection has nothing left that could fail.
    lost.end().catch(() => undefined);
    if (closed) return;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures += 1;
    logger.warn({ waitMs }, 'wakes of other processes are not heard');
    retry = setTimeout(() => void open(), waitMs);
  };

  const open = async (): Promise<void> => {
    const opened = new Client(connectionConfig(connection));
    client = opened;
    opened.on('error', () => lose(opened));
    opened.on('end', () => lose(opened));
    opened.on('notification', () => wakes.announce());
    try {
      await opened.connect();
      await opened.query(`LISTEN ${WAKE_CHANNEL}`);
      failures = 0;
      // Whatever was woken while nobody listened.
      wakes.announce();
    } catch {
      lose(opened);
    }
  };

  await open();
  if (!(await hearsItself(db, wakes))) logger.warn({}, 'database notifications do not arrive; workers poll instead');

  return {
    async close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

async function hearsItself(db: PostgresDatabase, wakes: Wakes): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const off = wakes.listen(() => resolve(true));
  const timer = setTimeout(() => resolve(false), SELF_TEST_MS);
  await db.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, 'self-test']);
  const heard = await promise;
  clearTimeout(timer);
  off();
  return heard;
}
