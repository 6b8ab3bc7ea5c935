import type { Policy } from '../domain/policy.ts';
import type { CacheHint, Model } from '../ports/model.ts';
import type { Toolbox } from '../ports/tools.ts';
import type { HookStack } from '../turn/hook.ts';
import type { LoopConfig } from '../turn/loop-config.ts';

/** A named agent as one turn sees it: a snapshot taken at the turn boundary. */
export interface Persona {
  readonly name: string | null;
  readonly model: Model;
  /** With the policy applied. */
  readonly toolbox: Toolbox;
  readonly policy: Policy;
  readonly system: string;
  readonly webSearch: boolean;
  readonly cacheHint: CacheHint;
  readonly maxSteps: number;
  /** UTF-16 units of transcript above which its old part is replaced by a summary; null to keep everything. */
  readonly compactAboveChars: number | null;
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly loop: LoopConfig;
  readonly hooks: HookStack;
}

/** The persona of that name, or the default one when it is null or gone from the configuration. */
export type Personas = (name: string | null) => Persona;
