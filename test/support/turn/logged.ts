import type { LogFields, Logger } from '../../../src/ports/logger.ts';
import { type LoopConfig, loopConfig } from '../../../src/turn/loop-config.ts';

export interface Line {
  readonly message: string;
  readonly fields: LogFields;
}

export interface Logged {
  readonly loop: LoopConfig;
  /** Every line, in order. */
  readonly lines: Line[];
  /** Those of them that warn. */
  readonly warnings: Line[];
}

/** A loop configuration that keeps what the loop logs. */
export function logged(given: Partial<LoopConfig> = {}): Logged {
  const lines: Line[] = [];
  const warnings: Line[] = [];
  const write = (fields: LogFields, message: string): void => void lines.push({ message, fields });
  const warn: Logger['warn'] = (fields, message) => {
    write(fields, message);
    warnings.push({ message, fields });
  };
  const logger: Logger = { debug: write, info: write, warn, error: write };
  return { lines, warnings, loop: loopConfig({ logger, ...given }) };
}
