import type { CapabilitySet } from '../domain/capability.ts';
import type { EffectKind } from '../domain/effect.ts';
import type { ConversationId, RequestId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json/value.ts';
import type { Media } from '../domain/media.ts';
import type { Person } from '../domain/person.ts';

export type { JsonObject } from '../domain/json/value.ts';

/** What the model is told about a tool. `inputSchema` is JSON Schema (2020-12 or draft-07). */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ToolContext {
  readonly conversation: ConversationId;
  readonly principal: Person;
  readonly requestId: RequestId;
  /** The same for every attempt of this occurrence; hand it to whatever deduplicates. */
  readonly idempotencyKey: string;
  readonly epoch: number;
  readonly signal: AbortSignal;
  /**
   * A person approved this very call on a card that said it leaves the sandbox. Absent or false: the sandbox holds,
   * whatever else was approved or granted.
   */
  readonly mayLeaveSandbox?: boolean;
}

export interface ToolOutput {
  readonly text: string;
  /** The tool itself says it failed; the text is for the model. */
  readonly isError: boolean;
  /** What the text only names: bytes that are kept already. */
  readonly media?: readonly Media[];
  /** Stop the loop after this batch: the text is the turn's last result (upstream: terminate). */
  readonly endTurn?: boolean;
}

/** Thrown by `execute` when the call was sent and nobody can say whether it took effect. Any other error: it failed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  readonly code = 'outcome-unknown';
}

/** Whether a call may be made at all, whoever approves it. */
export type Veto = { readonly reason: string } | null;

/**
 * One tool and everything the gate asks about it. Questions are synchronous, pure and about the arguments
 * that would run; a wrapper must forward every one of them. `execute` may do anything: throw, hang, ignore the signal.
 */
export interface Tool {
  readonly spec: ToolSpec;
  /** Our registry's name for people; never the server's claim. */
  readonly title: string;
  /** `declared`: the model may call it, we cannot run it. */
  readonly kind: 'executable' | 'declared';
  /** Hash of namespace, name, description, input schema, capabilities and executor version. */
  readonly definitionHash: string;
  readonly effect: EffectKind;
  readonly destructive: boolean;
  /** How long one execution may take, in milliseconds, where that is not what the turn allows any tool. */
  readonly longestMs?: number;
  /** Null when the arguments fit the tool's schema, else what the model should mend. */
  invalid(args: JsonObject): string | null;
  veto(args: JsonObject): Veto;
  /** Policy wants a person to see every such call. */
  needsApproval(args: JsonObject): boolean;
  requiredCapabilities(args: JsonObject): CapabilitySet;
  /** Whether an approval of this tool may be remembered: idempotent by our own registry or a trusted annotation. */
  cacheableApproval(): boolean;
  /** What the sandbox would say to this call, or null. */
  sandboxWouldDeny(args: JsonObject): string | null;
  ingestsUntrusted(args: JsonObject): boolean;
  execute(args: JsonObject, context: ToolContext): Promise<ToolOutput>;
  /** Only for `reconcilable` tools: what became of an earlier dispatch with this key. */
  reconcile?(idempotencyKey: string): Promise<ToolOutput | 'did-not-run' | 'cannot-tell'>;
}

/** A fixed set of tools in a fixed order. Names are unique; look-up is exact. */
export interface Toolbox {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
}
