import type { LogFields } from '../ports/logger.ts';
import type { RunTurnOptions } from './options.ts';

/** What the loop tells the operator. `sensitive` fields are dropped, keys included, unless the configuration asks for them. */
export interface LoopLog {
  debug(message: string, fields: LogFields, sensitive?: LogFields): void;
  warn(message: string, fields: LogFields, sensitive?: LogFields): void;
}

export function loopLog({ loop, conversation, turnId }: RunTurnOptions): LoopLog {
  const place = { conversation, turnId };
  const visible = (fields: LogFields, sensitive?: LogFields): LogFields =>
    loop.logSensitiveData ? { ...place, ...fields, ...sensitive } : { ...place, ...fields };
  return {
    debug: (message, fields, sensitive) => loop.logger.debug(visible(fields, sensitive), message),
    warn: (message, fields, sensitive) => loop.logger.warn(visible(fields, sensitive), message),
  };
}
