import { pino } from 'pino';
import type { LogFields, Logger } from '../ports/logger.ts';
import { makeScrubber } from './scrub.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Field names that may be logged. Anything else is dropped: ids, codes, counts, durations and hashes are
 * useful to an operator; texts, arguments and results belong to the people who wrote them.
 */
const ALLOWED_FIELDS: ReadonlySet<string> = new Set([
  'addressed',
  'approval',
  'attempts',
  'capability',
  'channel',
  'code',
  'connections',
  'conversation',
  'count',
  'delayMs',
  'depth',
  'durationMs',
  'epoch',
  'error',
  'event',
  'failures',
  'field',
  'grant',
  'item',
  'key',
  'kid',
  'kind',
  'limit',
  'method',
  'middleware',
  'model',
  'name',
  'outcome',
  'path',
  'persona',
  'port',
  'position',
  'provider',
  'reason',
  'received',
  'remedy',
  'requestId',
  'retryInMs',
  'server',
  'state',
  'status',
  'step',
  'store',
  'team',
  'tool',
  'turn',
  'type',
  'url',
  'user',
  'value',
  'version',
  'waitMs',
  'walBytes',
  // Only present where the operator switched `logSensitiveData` on.
  'arguments',
  'result',
]);

/** pino behind the Logger port, synchronous so that the last lines before a crash are on disk. */
export function makeLogger(options: {
  readonly level: LogLevel;
  readonly secrets: readonly string[];
  readonly write?: (line: string) => void;
}): Logger {
  const scrub = makeScrubber(options.secrets);
  const write = options.write ?? ((line: string) => process.stderr.write(line));
  const log = pino({ level: options.level, base: null }, { write: (line: string) => write(scrub(line)) });
  return {
    debug: (fields, message) => log.debug(allowed(fields), message),
    info: (fields, message) => log.info(allowed(fields), message),
    warn: (fields, message) => log.warn(allowed(fields), message),
    error: (fields, message) => log.error(allowed(fields), message),
  };
}

function allowed(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED_FIELDS.has(name)));
}
