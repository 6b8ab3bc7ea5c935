import { Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import type { Logger } from '../../ports/logger.ts';
import { StoreError } from '../../ports/store.ts';
import { asStoreError, isCollision, isConnectionLoss } from './postgres-errors.ts';

/** Runs one statement with bound values; resolves to its rows. */
export type Sql = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * A pool of connections. Waits a moment for a server that cannot be reached: nothing was asked of it yet. Rejects with
 * `StoreError`s, after it was closed as well.
 */
export interface PostgresDatabase {
  readonly query: Sql;
  /** Runs `work` in a transaction; may run it again when it collided with others or lost its connection before the commit. */
  transact<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface PostgresConnection {
  readonly url: string;
  /** Where our tables are, in lower-case letters, digits and underscores; the server's default schema without it. */
  readonly schema?: string;
}

/** One for each thing that may happen at once in one process; a server has some hundred in all. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** Our statements take milliseconds; these end what hangs. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 20;
/** A server that restarts is back after a second or two; Slack waits three for an answer. */
const RECONNECT_WITHIN_MS = 2_000;
const RECONNECT_EVERY_MS = 100;
const INT8_OID = 20;

/** Settings of every connection to the server. `int8` is read as a number: ours are times and counts below 2^53. */
export const connectionConfig = ({ url, schema }: PostgresConnection) => ({
  connectionString: url,
  application_name: 'countersign',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  ...(schema === undefined ? {} : { options: `-c search_path="${schema}"` }),
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID ? (text: string) => Number(text) : types.getTypeParser(oid, format),
  },
});

export function openPool(connection: PostgresConnection, logger: Logger): PostgresDatabase {
  const pool = new Pool({
    ...connectionConfig(connection),
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A connection that is cut off says so as an error event; without listeners that would end the process. Whoever uses it
  // learns it from the next statement, and the pool replaces an idle one by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ error: error.name }, 'an idle database connection was lost'));

  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  const tracked = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (closed) throw new StoreError('store-closed', 'the store is closed');
    const running = run();
    underWay.add(running);
    try {
      return await running;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      underWay.delete(running);
    }
  };

  return {
    query: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      tracked(() => ask<Row>(pool, text, values)),
    transact: (work) => tracked(() => attempt(pool, work)),
    async close() {
      if (closed) return;
      closed = true;
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}

/** A connection, also when the server is just starting again. */
async function connect(pool: Pool): Promise<PoolClient> {
  const deadline = performance.now() + RECONNECT_WITHIN_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isConnectionLoss(error) || performance.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_EVERY_MS));
    }
  }
}

async function ask<Row extends object>(pool: Pool, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const client = await connect(pool);
  try {
    const { rows } = await client.query<Row & QueryResultRow>(text, [...values]);
    client.release();
    return rows;
  } catch (error) {
    client.release(isConnectionLoss(error));
    throw error;
  }
}

async function attempt<Result>(pool: Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const client = await connect(pool);
    const outcome = await once(client, work);
    if (outcome.kind === 'done') return outcome.result;
    if (!outcome.repeatable || tried === MAX_ATTEMPTS) throw outcome.error;
    // Jitter, so that two that collided do not collide again at once.
    await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * tried * Math.random()));
  }
}

type Outcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: unknown; readonly repeatable: boolean };

async function once<Result>(client: PoolClient, work: (sql: Sql) => Promise<Result>): Promise<Outcome<Result>> {
  const sql: Sql = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row & QueryResultRow>(text, [...values])).rows;
  let committing = false;
  try {
    await client.query('BEGIN');
    const result = await work(sql);
    committing = true;
    await client.query('COMMIT');
    client.release();
    return { kind: 'done', result };
  } catch (error) {
    const usable = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.release(!usable);
    // A connection lost during the commit leaves open whether it happened: then the caller must look.
    const repeatable = isCollision(error) || (isConnectionLoss(error) && !committing);
    return { kind: 'failed', error, repeatable };
  }
}
