import type { ElicitationAsk } from '../domain/elicitation.ts';
import type { ConversationId, RequestId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json/value.ts';

/** Which running call asks, as its `ToolContext` names it. */
export interface AskingCall {
  readonly conversation: ConversationId;
  readonly requestId: RequestId;
  readonly epoch: number;
  /** Fires when the call ends or is given up; the question ends with it. */
  readonly signal: AbortSignal;
}

export interface ServerQuestion {
  readonly server: string;
  /** The server's words. */
  readonly message: string;
  readonly ask: ElicitationAsk;
}

/** MCP's answers. `cancel`: nobody could be asked, nobody answered in time, or the answer does not hold. */
export type PersonsAnswer =
  | { readonly kind: 'accept'; readonly content: JsonObject | null }
  | { readonly kind: 'decline' }
  | { readonly kind: 'cancel' };

/**
 * Puts a server's question to the people who may decide on the call that asks, and waits, within bounds, for one of
 * them. The question is in the log before anybody sees it; an answer counts only if its signature verifies. Never
 * rejects. Nothing is sent anywhere by asking: handing the answer over is the caller's.
 */
export interface Elicitor {
  ask(call: AskingCall, question: ServerQuestion): Promise<PersonsAnswer>;
}
