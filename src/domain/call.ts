import type { RequestId } from './ids.ts';

/**
 * What a signature binds: this occurrence, this tool, these proposed arguments.
 * `argsJson` is the canonical text (RFC 8785); it is stored, shown, signed and parsed for execution.
 */
export interface CallIdentity {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly argsJson: string;
}

/** A call as the model proposed it, read strictly. A malformed one is answered to the model and never reaches a card. */
export type ProposedCall =
  | ({ readonly kind: 'call'; readonly providerCallId: string } & CallIdentity)
  | {
      readonly kind: 'malformed';
      readonly providerCallId: string;
      readonly requestId: RequestId;
      readonly toolName: string;
      /** The provider's text, clipped; evidence only, never executed. */
      readonly rawArguments: string;
      /** What the model can do about it. */
      readonly reason: string;
    };

/** Injective text for an identity; the key of every map and set of calls. */
export const callKey = (call: CallIdentity): string => JSON.stringify([call.requestId, call.toolName, call.argsJson]);

/** The same action whatever its occurrence; the key of the denial memory. */
export const actionKey = (call: Pick<CallIdentity, 'toolName' | 'argsJson'>): string =>
  JSON.stringify([call.toolName, call.argsJson]);
