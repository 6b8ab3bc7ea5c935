/**
 * What to do about each code the streaming methods refuse with.
 *  - `roll`: this message cannot take more; go on in a new one
 *  - `smaller`: what was sent is too much for one message
 *  - `stopped`: the person pressed Stop; nothing more of this answer is shown
 *  - `gone`: somebody deleted the message; go on in a new one, and do not repeat what they deleted
 *  - `post`: streaming is not possible here; post and update ordinary messages
 *  - `latch`: streaming is not possible in this workspace at all
 *  - `hopeless`: nothing can be shown here
 * @see https://docs.slack.dev/reference/methods/chat.appendStream
 */
export type Remedy = 'roll' | 'smaller' | 'stopped' | 'gone' | 'post' | 'latch' | 'hopeless';

const remedies: ReadonlyMap<string, Remedy> = new Map<string, Remedy>([
  ['message_not_in_streaming_state', 'roll'],
  ['message_not_owned_by_app', 'roll'],
  ['cannot_reply_to_message', 'roll'],
  ['streaming_state_conflict', 'roll'],
  ['msg_too_long', 'smaller'],
  ['msg_blocks_too_long', 'smaller'],
  ['msg_blocks_too_many', 'smaller'],
  ['too_many_attachments', 'smaller'],
  ['attachment_payload_limit_exceeded', 'smaller'],
  ['message_limit_exceeded', 'smaller'],
  ['stopped_by_user', 'stopped'],
  ['message_not_found', 'gone'],
  ['unknown_method', 'latch'],
  ['method_deprecated', 'latch'],
  ['feature_not_enabled', 'latch'],
  ['is_archived', 'hopeless'],
  ['channel_not_found', 'hopeless'],
  ['not_in_channel', 'hopeless'],
  ['thread_not_found', 'hopeless'],
  ['account_inactive', 'hopeless'],
  ['invalid_auth', 'hopeless'],
  ['not_authed', 'hopeless'],
  ['token_revoked', 'hopeless'],
  ['token_expired', 'hopeless'],
  ['missing_scope', 'hopeless'],
  ['team_access_not_granted', 'hopeless'],
  ['messages_tab_disabled', 'hopeless'],
  ['restricted_action', 'hopeless'],
  ['restricted_action_read_only_channel', 'hopeless'],
  ['restricted_action_thread_locked', 'hopeless'],
  ['restricted_action_non_threadable_channel', 'hopeless'],
  ['restricted_action_thread_only_channel', 'hopeless'],
]);

/** Anything else (recipients, Slack Connect, arguments) is about streaming: ordinary messages may still work. */
export const remedyFor = (code: string): Remedy => remedies.get(code) ?? 'post';

/** Places that will not be there again: nothing waits for them. An archived channel may be opened, a bot invited again. */
const GONE_FOR_GOOD: ReadonlySet<string> = new Set(['channel_not_found', 'thread_not_found']);

export const isGoneForGood = (code: string): boolean => GONE_FOR_GOOD.has(code);
