import { type Logger, silent } from '../ports/logger.ts';
import type { Tool } from '../ports/tools.ts';

/** Seed 001, `toolautocall.Config`, field by field. Made by `loopConfig`, which validates it. */
export interface LoopConfig {
  readonly logger: Logger;
  /** Log arguments, results, reasons and error texts. False: the fields are absent, keys included. */
  readonly logSensitiveData: boolean;
  /** Callable without being sent to the provider; consulted after the toolbox, which wins. */
  readonly additionalTools: readonly Tool[];
  /** Let the model read what a tool threw. False: a generic text; the raw error is on the result. */
  readonly includeDetailedErrors: boolean;
  /** True: a reply that calls an unknown tool ends the turn unrun. False: a not-found result, and on. */
  readonly terminateOnUnknownCalls: boolean;
  readonly allowConcurrentInvocations: boolean;
  /** Calls of one reply that run at a time when concurrency is allowed; null for all of them. */
  readonly maximumConcurrentInvocations: number | null;
  /** Failing rounds in a row that are shown to the model; the next one fails the turn. 0: the first error does. */
  readonly maximumConsecutiveErrorsPerRequest: number;
  /** Tool rounds of one run; then one last request without function tools. 0: pure pass-through of one request. */
  readonly maximumIterationsPerRequest: number;
  /** Makes synthetic ids; null for dashed UUIDs of the turn's `ids`. */
  readonly newId: (() => string) | null;
  /** True: an approval serves whatever definition of the tool it was given for. */
  readonly disableApprovalResponseBinding: boolean;
  /** True: when one call of a reply asks, every call of it asks. */
  readonly disableApprovalNotRequiredFunctionBypassing: boolean;
}

/** A number that makes no loop. Names the field and the value. */
export class InvalidLoopConfig extends Error {
  override readonly name = 'InvalidLoopConfig';
  readonly code = 'invalid-loop-config';
  readonly field: keyof LoopConfig;

  constructor(field: keyof LoopConfig, value: number, wanted: string) {
    super(`${field} is ${value}; it must be ${wanted}.`);
    this.field = field;
  }
}

/** The defaults of the seed with what is given put over them. Throws `InvalidLoopConfig`. */
export function loopConfig(given: Partial<LoopConfig>): LoopConfig {
  const config: LoopConfig = {
    logger: silent,
    logSensitiveData: false,
    additionalTools: [],
    includeDetailedErrors: false,
    terminateOnUnknownCalls: false,
    allowConcurrentInvocations: false,
    maximumConcurrentInvocations: null,
    maximumConsecutiveErrorsPerRequest: 3,
    maximumIterationsPerRequest: 40,
    newId: null,
    disableApprovalResponseBinding: false,
    disableApprovalNotRequiredFunctionBypassing: false,
    ...given,
  };
  requireCount(config, 'maximumConsecutiveErrorsPerRequest', 0);
  requireCount(config, 'maximumIterationsPerRequest', 0);
  requireCount(config, 'maximumConcurrentInvocations', 1);
  return config;
}

function requireCount(config: LoopConfig, field: CountField, least: number): void {
  const value = config[field];
  if (value === null || (Number.isSafeInteger(value) && value >= least)) return;
  throw new InvalidLoopConfig(field, value, `an integer of at least ${least}`);
}

type CountField = 'maximumConsecutiveErrorsPerRequest' | 'maximumIterationsPerRequest' | 'maximumConcurrentInvocations';
