import { validateMessage } from '../block-kit/validate.ts';
import { readBody } from '../http/body.ts';
import { textReply } from '../http/reply.ts';
import { type Route, route } from '../http/routes.ts';
import { isObject, type JsonObject, objectsAt, parseJson, textAt } from '../json.ts';
import { announceChange, postMessage, removeMessage, showChange, wire } from '../posting.ts';
import type { Workspace } from '../workspace.ts';
import type { Message } from '../world/messages.ts';
import type { ResponseTarget } from '../world/tickets.ts';
import { withIds } from './block-ids.ts';
import { appMessage } from './chat-post.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

export type Applied = { readonly kind: 'ok' } | { readonly kind: 'refused'; readonly error: string };

/** Answers through a response_url: plain texts, not JSON, as Slack's hooks give them. */
export function hookRoutes(workspace: Workspace): readonly Route[] {
  return [
    route('POST /hooks/:key', async ({ request, path }) => {
      const body = await readBody(request, BODY_LIMIT_BYTES);
      if (body.kind === 'too-large') return textReply(413, 'body_too_large');
      const parsed = parseJson(body.bytes.toString('utf8'));
      if (!parsed || !isObject(parsed.value)) return textReply(400, 'invalid_payload');
      const use = workspace.world.responseUrls.use(path('key'));
      if (use.kind === 'refused') return textReply(404, use.error);
      const applied = applyResponse(workspace, use.target, parsed.value);
      return applied.kind === 'ok' ? textReply(200, 'ok') : textReply(400, applied.error);
    }),
  ];
}

/** Shows, replaces or deletes a message as an answer to an interaction. Without `response_type` only the person sees it. */
export function applyResponse(workspace: Workspace, target: ResponseTarget, answer: JsonObject): Applied {
  const original = workspace.world.messages.find(target.channel, target.messageTs ?? '');
  if (answer['delete_original'] === true) {
    if (!original) return { kind: 'refused', error: 'message_not_found' };
    removeMessage(workspace, original);
    return { kind: 'ok' };
  }
  const { text, blocks, attachments, metadata } = answer;
  const verdict = validateMessage({ text, blocks, attachments, metadata });
  if (verdict.kind === 'refused') return { kind: 'refused', error: verdict.error };
  if (answer['replace_original'] === true) {
    if (!original) return { kind: 'refused', error: 'message_not_found' };
    replace(workspace, original, answer);
    return { kind: 'ok' };
  }
  const inChannel = answer['response_type'] === 'in_channel';
  const message = appMessage({ workspace }, target.channel, textAt(answer, 'thread_ts') ?? target.threadTs, {
    text: textAt(answer, 'text') ?? '',
    blocks: withIds(objectsAt(answer, 'blocks'), workspace.ids),
    attachments: objectsAt(answer, 'attachments'),
    visibleTo: inChannel ? undefined : target.user,
  });
  if (inChannel) postMessage(workspace, message);
  else {
    workspace.world.messages.add(message);
    showChange(workspace, 'message', message);
  }
  return { kind: 'ok' };
}

function replace(workspace: Workspace, original: Message, answer: JsonObject): void {
  const before = wire(workspace, original);
  original.text = textAt(answer, 'text') ?? '';
  original.blocks = withIds(objectsAt(answer, 'blocks'), workspace.ids);
  original.attachments = objectsAt(answer, 'attachments');
  announceChange(workspace, original, before);
}
