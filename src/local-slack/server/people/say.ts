import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { announceChange, postMessage, removeMessage, wire } from '../posting.ts';
import { type Message, newMessage } from '../world/messages.ts';
import { BOT_USER } from '../world/people.ts';
import { messagesFor } from './listing.ts';
import { type PersonRequest, personsChannel, type Read, read, readJson, refuse } from './person-request.ts';
import { storedText, typedBlocks } from './typed-text.ts';

/** Slack's clients send no more than this in one message. */
const TYPED_TEXT_LIMIT = 40_000;

const text = z.string().max(TYPED_TEXT_LIMIT);
const SAID = z.object({ channel: z.string(), text, thread_ts: z.string().optional() });
const EDITED = z.object({ text, channel: z.string().optional() });

/** Says it, as that person. */
export async function say({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, SAID);
  if (body.kind === 'refused') return body.reply;
  if (body.value.text.trim() === '') return problem(400, 'no_text');
  const channel = personsChannel(workspace, person, body.value.channel);
  if (channel.kind === 'refused') return channel.reply;
  if (channel.value.archived) return problem(409, 'is_archived');
  const isWithApp = channel.value.kind === 'im' && channel.value.members.has(BOT_USER);
  if (isWithApp && !workspace.manifest.messagesTab) return problem(409, 'messages_tab_disabled');
  const threadTs = body.value.thread_ts;
  if (threadTs !== undefined) {
    const root = workspace.world.messages.find(channel.value.id, threadTs);
    if (!root || root.threadTs !== undefined) return problem(404, 'thread_not_found');
  }
  const stored = storedText(body.value.text, workspace.world.people);
  const message = newMessage({
    channel: channel.value.id,
    ts: workspace.nextTs(),
    user: person.id,
    botId: person.botId,
    threadTs,
    text: stored,
    blocks: typedBlocks(stored, workspace.ids.hex(5)),
  });
  postMessage(workspace, message, { client_msg_id: workspace.ids.hex(32) });
  return jsonReply({ ok: true, channel: channel.value.id, ts: message.ts });
}

/** What the person sees in a channel or thread. */
export function listMessages({ workspace, person, url }: PersonRequest): Reply {
  const channel = personsChannel(workspace, person, url.searchParams.get('channel') ?? '');
  if (channel.kind === 'refused') return channel.reply;
  const threadTs = url.searchParams.get('thread_ts') ?? undefined;
  const messages = messagesFor(workspace, person, channel.value, threadTs === '' ? undefined : threadTs);
  return jsonReply({ ok: true, channel: channel.value.id, messages });
}

/** Edits the person's own message. */
export async function edit(at: PersonRequest): Promise<Reply> {
  const { workspace, person } = at;
  const body = await readJson(at.request, EDITED);
  if (body.kind === 'refused') return body.reply;
  const own = ownMessage(at);
  if (own.kind === 'refused') return own.reply;
  if (body.value.text.trim() === '') return problem(400, 'no_text');
  const message = own.value;
  const before = wire(workspace, message);
  message.text = storedText(body.value.text, workspace.world.people);
  message.blocks = typedBlocks(message.text, workspace.ids.hex(5));
  message.edited = { user: person.id, ts: workspace.nextTs() };
  announceChange(workspace, message, before);
  return jsonReply({ ok: true, channel: message.channel, ts: message.ts });
}

/** Deletes the person's own message. */
export function remove(at: PersonRequest): Reply {
  const own = ownMessage(at);
  if (own.kind === 'refused') return own.reply;
  removeMessage(at.workspace, own.value);
  return jsonReply({ ok: true, channel: own.value.channel, ts: own.value.ts });
}

function ownMessage({ workspace, person, path }: PersonRequest): Read<Message> {
  const message = workspace.world.messages.findAnywhere(path('ts'));
  if (!message || message.visibleTo !== undefined) return refuse(404, 'message_not_found');
  return message.user === person.id ? read(message) : refuse(403, 'not_own_message');
}
