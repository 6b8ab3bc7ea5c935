import type { JsonObject } from '../json.ts';
import type { Message } from './messages.ts';
import { APP_ID, BOT_ID } from './people.ts';
import { streamBlocks, streamingState, streamText } from './streams.ts';

/** What a message says now: a streamed one says what has been appended so far. */
export function shownText(message: Message): string {
  return message.stream && !message.stream.replaced ? streamText(message.stream) : message.text;
}

export function shownBlocks(message: Message): readonly JsonObject[] {
  return message.stream && !message.stream.replaced ? streamBlocks(message.stream) : message.blocks;
}

/** The message as Slack's answers and events show it to the app. Metadata is left out: it is asked for separately. */
export function wireMessage(message: Message, now: number, teamId: string): JsonObject {
  return {
    type: 'message',
    ...(message.subtype === undefined ? {} : { subtype: message.subtype }),
    user: message.user,
    text: shownText(message),
    ts: message.ts,
    team: teamId,
    blocks: shownBlocks(message),
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    ...(message.botId === undefined ? {} : botFields(message.botId)),
    ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
    ...(message.files.length === 0 ? {} : { files: message.files }),
    ...(message.edited === undefined ? {} : { edited: message.edited }),
    ...(message.stream && !message.stream.replaced ? { streaming_state: streamingState(message.stream, now) } : {}),
    ...(message.reactions.size === 0 ? {} : { reactions: reactionList(message) }),
    ...message.look,
  };
}

function botFields(botId: string): JsonObject {
  return { bot_id: botId, app_id: botId === BOT_ID ? APP_ID : 'A0BOTX' };
}

function reactionList(message: Message): readonly JsonObject[] {
  return [...message.reactions].map(([name, users]) => ({ name, users: [...users], count: users.size }));
}
