import type { Logger } from '../../../src/ports/logger.ts';

export interface LoggedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A logger that keeps what it is told in `lines`. */
export function loggerInto(lines: LoggedLine[]): Logger {
  const at = (level: LoggedLine['level']) => (fields: LoggedLine['fields'], message: string) => {
    lines.push({ level, fields, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
