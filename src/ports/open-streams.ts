import type { ConversationId } from '../domain/ids.ts';

/** A streamed message that has been started, or is about to be, and was not seen to end. */
export interface OpenStream {
  /** Unique for each streamed message. */
  readonly key: string;
  readonly conversation: ConversationId;
  /** What the surface needs to end it after a crash; its own spelling, opaque here. */
  readonly body: string;
}

/**
 * Streams a dead process would leave half-written in front of people.
 * `remember` resolving means durable; remembering a key again replaces what was remembered. Forgetting an unknown key
 * is nothing. `list` gives what was remembered and not forgotten, oldest first.
 * `exchange` replaces exactly `before`, durably; false, with nothing changed, when something else or nothing is
 * remembered by now: whoever wrote last has it.
 */
export interface OpenStreams {
  remember(stream: OpenStream): Promise<void>;
  exchange(before: OpenStream, after: OpenStream): Promise<boolean>;
  forget(key: string): Promise<void>;
  list(): Promise<readonly OpenStream[]>;
}
