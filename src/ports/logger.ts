/** Facts worth logging: ids, counts, durations, hashes, codes. Never texts, arguments or results. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A constant message with fields. Logging never throws. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
