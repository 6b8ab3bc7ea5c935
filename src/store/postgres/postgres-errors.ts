import { DatabaseError } from 'pg';
import { StoreError, type StoreErrorCode } from '../../ports/store.ts';

/** SQLSTATE codes, or the classes they start with, and what they mean to us. The first that fits counts. */
const meanings: readonly (readonly [prefix: string, code: StoreErrorCode, message: string])[] = [
  ['53100', 'store-full', 'the database server has no space left'],
  ['25006', 'store-read-only', 'the database server does not take writes (a standby?)'],
  ['XX001', 'store-corrupt', 'the database contradicts itself'],
  ['XX002', 'store-corrupt', 'the database contradicts itself'],
  ['28', 'store-unsuitable', 'the database server refuses our credentials'],
  ['3D000', 'store-unsuitable', 'there is no such database'],
  ['42501', 'store-unsuitable', 'the database user lacks a right'],
  ['08', 'store-unavailable', 'the connection to the database failed'],
  ['53', 'store-unavailable', 'the database server is out of resources'],
  ['57', 'store-unavailable', 'the database server ended the query or is going down'],
  ['55P03', 'store-unavailable', 'another transaction held a lock for too long'],
  ['25P03', 'store-unavailable', 'the database server ended an idle transaction'],
  ['40', 'store-unavailable', 'the transaction kept colliding with others'],
];

/** Errors of the connection itself have no SQLSTATE; their codes are the operating system's or missing altogether. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Query read timeout)/;
const connectionCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** The transaction collided with another one and did nothing: serialization failure or deadlock. */
export const isCollision = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');

/** The server or the way to it went away. What was not committed did not happen. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? (error.code ?? '').startsWith('08') || (error.code ?? '').startsWith('57P0')
    : error instanceof Error && (connectionMessages.test(error.message) || connectionCodes.has(codeOf(error)));

export function asStoreError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const meaning = meanings.find(([prefix]) => (error.code ?? '').startsWith(prefix));
    if (meaning === undefined) return error;
    const [, code, message] = meaning;
    return new StoreError(code, `${message} (${error.code ?? ''})`, { cause: error });
  }
  return isConnectionLoss(error)
    ? new StoreError('store-unavailable', 'the database server cannot be reached', { cause: error })
    : error;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
