import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import { postMessage } from '../posting.ts';
import { newMessage } from '../world/messages.ts';
import { wireFile } from '../world/wire-file.ts';
import { type PersonRequest, personsChannel, readJson } from './person-request.ts';
import { storedText, typedBlocks } from './typed-text.ts';

const ATTACHED = z.object({
  channel: z.string(),
  text: z.string().max(40_000).default(''),
  thread_ts: z.string().optional(),
  name: z.string().min(1),
  mimetype: z.string().min(1),
  content: z.base64(),
});

/** A message with one file, as that person; the file comes as base64. */
export async function attach({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, ATTACHED);
  if (body.kind === 'refused') return body.reply;
  const { channel: id, text, thread_ts: threadTs, name, mimetype, content } = body.value;
  const channel = personsChannel(workspace, person, id);
  if (channel.kind === 'refused') return channel.reply;
  const bytes = Buffer.from(content, 'base64');
  const file = workspace.world.files.expect(name, bytes.length, mimetype);
  file.content = bytes;
  const stored = storedText(text, workspace.world.people);
  const message = newMessage({
    channel: channel.value.id,
    ts: workspace.nextTs(),
    user: person.id,
    threadTs,
    subtype: 'file_share',
    text: stored,
    blocks: stored === '' ? [] : typedBlocks(stored, workspace.ids.hex(5)),
    files: [wireFile(file, undefined, workspace.url())],
  });
  postMessage(workspace, message, { client_msg_id: workspace.ids.hex(32) });
  return jsonReply({ ok: true, channel: channel.value.id, ts: message.ts, file: file.id });
}
