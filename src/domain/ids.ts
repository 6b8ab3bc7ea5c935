declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

/** One Slack thread with the bot; made by the surface, opaque to everything else. */
export type ConversationId = Id<'ConversationId'>;
/** From waking until the agent finishes, pauses, fails or is stopped. */
export type TurnId = Id<'TurnId'>;
/** One occurrence of a tool call; unique in its conversation whatever the provider called it. */
export type RequestId = Id<'RequestId'>;
/** A random 128-bit id; the only thing about a call that a Slack button carries. */
export type ApprovalId = Id<'ApprovalId'>;

export const conversationId = (text: string): ConversationId => text as ConversationId;
export const turnId = (text: string): TurnId => text as TurnId;
export const requestId = (text: string): RequestId => text as RequestId;
export const approvalId = (text: string): ApprovalId => text as ApprovalId;
