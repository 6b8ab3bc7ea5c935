import type { JsonObject } from '../json.ts';
import type { Stream } from './streams.ts';

export interface Message {
  readonly channel: string;
  readonly ts: string;
  /** The root's ts, on replies only. */
  readonly threadTs: string | undefined;
  readonly user: string;
  readonly botId: string | undefined;
  readonly subtype: string | undefined;
  /** Set on an ephemeral message: the only person who sees it. */
  readonly visibleTo: string | undefined;
  /** Set on a streamed message, for good: it says how the stream ended. */
  readonly stream: Stream | undefined;
  /** Name and icon asked for with chat:write.customize. */
  readonly look: JsonObject;
  text: string;
  blocks: readonly JsonObject[];
  attachments: readonly JsonObject[];
  files: readonly JsonObject[];
  metadata: JsonObject | undefined;
  edited: { readonly user: string; readonly ts: string } | undefined;
  readonly reactions: Map<string, Set<string>>;
}

type Draft = Pick<Message, 'channel' | 'ts' | 'user'> & Partial<Message>;

/** A message with everything not given left empty. */
export function newMessage(draft: Draft): Message {
  return {
    threadTs: undefined,
    botId: undefined,
    subtype: undefined,
    visibleTo: undefined,
    stream: undefined,
    look: {},
    text: '',
    blocks: [],
    attachments: [],
    files: [],
    metadata: undefined,
    edited: undefined,
    reactions: new Map(),
    ...draft,
  };
}

export interface Messages {
  add(message: Message): void;
  remove(message: Message): void;
  find(channel: string, ts: string): Message | undefined;
  /** By ts alone: no two messages of the workspace share one. */
  findAnywhere(ts: string): Message | undefined;
  /** Everything in the channel, oldest first. */
  inChannel(channel: string): readonly Message[];
  /** The root and its replies, oldest first; empty where there is no such root. */
  inThread(channel: string, rootTs: string): readonly Message[];
}

export function makeMessages(): Messages {
  const byTs = new Map<string, Message>();
  const byChannel = new Map<string, Message[]>();
  const byRoot = new Map<string, Message[]>();
  const rootOf = (message: Message) => message.threadTs ?? message.ts;
  return {
    add(message) {
      byTs.set(message.ts, message);
      listIn(byChannel, message.channel).push(message);
      listIn(byRoot, rootOf(message)).push(message);
    },
    remove(message) {
      byTs.delete(message.ts);
      drop(listIn(byChannel, message.channel), message);
      drop(listIn(byRoot, rootOf(message)), message);
    },
    find(channel, ts) {
      const message = byTs.get(ts);
      return message?.channel === channel ? message : undefined;
    },
    findAnywhere: (ts) => byTs.get(ts),
    inChannel: (channel) => byChannel.get(channel) ?? [],
    inThread: (channel, rootTs) => (byRoot.get(rootTs) ?? []).filter((message) => message.channel === channel),
  };
}

function listIn(lists: Map<string, Message[]>, key: string): Message[] {
  const known = lists.get(key);
  if (known) return known;
  const fresh: Message[] = [];
  lists.set(key, fresh);
  return fresh;
}

function drop(list: Message[], message: Message): void {
  const at = list.indexOf(message);
  if (at >= 0) list.splice(at, 1);
}
