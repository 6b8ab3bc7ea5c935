import { LogLevel, type Logger as SdkLogger } from '@slack/web-api';
import type { Logger } from '../ports/logger.ts';

/**
 * The Slack SDKs' log as ours. What they say is kept out: their messages quote payloads, urls and arguments.
 * That something was said, by which part and how loudly, is enough to go and look.
 */
export function makeSdkLogger(logger: Logger, part: string): SdkLogger {
  return {
    debug() {},
    info() {},
    warn: () => logger.debug({ part }, 'the Slack SDK warned'),
    error: () => logger.warn({ part }, 'the Slack SDK reported an error'),
    setLevel() {},
    getLevel: () => LogLevel.INFO,
    setName() {},
  };
}
