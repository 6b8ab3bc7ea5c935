import type { ConversationId } from '../../domain/ids.ts';
import type { SignatureVerdict } from '../../ports/signer.ts';
import type { BindingFault } from './binding-audit.ts';
import type { PrunedPart } from './removed-before.ts';

/** Something an audit found wrong. In one conversation only the first break of the chain is named: nothing after it holds. */
export type AuditFinding =
  /** The event at `seq` is not the one that was written there, or one before it is missing. */
  | { readonly kind: 'broken-chain'; readonly conversation: ConversationId; readonly seq: number }
  /** The event at `seq` was there once and is gone, with everything after it. */
  | { readonly kind: 'missing-tail'; readonly conversation: ConversationId; readonly seq: number }
  /** The chain is whole, but at `seq` it is another one than a checkpoint has on record. */
  | { readonly kind: 'rewritten'; readonly conversation: ConversationId; readonly seq: number }
  /** A signed event that this code cannot read. */
  | { readonly kind: 'unreadable'; readonly conversation: ConversationId; readonly seq: number }
  | {
      readonly kind: 'bad-signature';
      readonly conversation: ConversationId;
      readonly seq: number;
      readonly because: Exclude<SignatureVerdict, 'valid'> | 'other-conversation';
    }
  /** The signature is good, but what was signed does not answer what this log asked. */
  | {
      readonly kind: 'unbound';
      readonly conversation: ConversationId;
      readonly seq: number;
      readonly because: BindingFault;
    }
  /** The checkpoint on this line, counted from 1, is not one of ours or does not follow the one before. */
  | {
      readonly kind: 'bad-checkpoint';
      readonly line: number;
      readonly because: Exclude<SignatureVerdict, 'valid'> | 'unreadable' | 'does-not-follow';
    }
  /** An exported file that does not have the form of an export, from this line on, or that ends early. */
  | { readonly kind: 'bad-export'; readonly line: number };

export interface AuditReport {
  readonly events: number;
  readonly conversations: number;
  /** Signatures checked; 0 when there was nothing to check them with. */
  readonly signatures: number;
  readonly checkpoints: number;
  /** Conversations whose beginning was removed on purpose: no finding. */
  readonly pruned: readonly PrunedPart[];
  /** In the order they were found; at most `MAX_FINDINGS`. Empty means: everything holds. */
  readonly findings: readonly AuditFinding[];
  /** Findings beyond those listed. */
  readonly more: number;
}

/** A destroyed log would fill the memory with findings; the first hundred say what happened. */
export const MAX_FINDINGS = 100;

export interface Findings {
  add(finding: AuditFinding): void;
  readonly list: readonly AuditFinding[];
  more(): number;
}

export function makeFindings(): Findings {
  const list: AuditFinding[] = [];
  let more = 0;
  return {
    add(finding) {
      if (list.length < MAX_FINDINGS) list.push(finding);
      else more += 1;
    },
    list,
    more: () => more,
  };
}
