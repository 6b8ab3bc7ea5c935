import { validateChunks, validateMessage } from '../block-kit/validate.ts';
import { isObject, type JsonObject, objectsAt } from '../json.ts';
import { jsonArg, textArg } from './arguments.ts';
import { withIds } from './block-ids.ts';
import { type Checked, fine, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';

/** Characters of `markdown_text` in one call. */
const STREAM_CALL_TEXT_LIMIT = 12_000;

export interface Delta {
  readonly text: string;
  readonly chunks: readonly JsonObject[];
}

/** Outside direct conversations Slack must be told for whom it streams, and from which team that person is. */
export function readRecipient({ args, workspace }: MethodCall, isDirect: boolean): Checked<string | undefined> {
  const user = textArg(args, 'recipient_user_id');
  const team = textArg(args, 'recipient_team_id');
  if (isDirect && user === undefined && team === undefined) return fine(undefined);
  if (team === undefined) return wrong('missing_recipient_team_id');
  if (user === undefined) return wrong('missing_recipient_user_id');
  const person = workspace.world.people.get(user);
  if (!person || person.deleted) return wrong('user_not_found');
  return person.teamId === team ? fine(user) : wrong('team_not_found');
}

/** The text or the chunks of one call; never both. */
export function readDelta({ args, workspace }: MethodCall): Checked<Delta> {
  const text = textArg(args, 'markdown_text') ?? '';
  const chunks = jsonArg(args, 'chunks');
  if (text !== '' && chunks !== undefined) {
    return wrong('invalid_arguments', ['[ERROR] markdown_text and chunks exclude each other']);
  }
  if (text.length > STREAM_CALL_TEXT_LIMIT) return wrong('msg_too_long');
  if (chunks === undefined || (Array.isArray(chunks) && chunks.length === 0)) return fine({ text, chunks: [] });
  const verdict = validateChunks(chunks);
  if (verdict.kind === 'refused') return wrong(verdict.error, verdict.messages);
  const withBlockIds = (chunk: JsonObject) =>
    chunk['type'] === 'blocks' ? { ...chunk, blocks: withIds(objectsAt(chunk, 'blocks'), workspace.ids) } : chunk;
  return fine({ text, chunks: Array.isArray(chunks) ? chunks.filter(isObject).map(withBlockIds) : [] });
}

/** What only chat.stopStream takes. */
export function readClosing({
  args,
}: MethodCall): Checked<{ blocks: readonly JsonObject[]; metadata: JsonObject | undefined }> {
  const blocks = jsonArg(args, 'blocks');
  const metadata = jsonArg(args, 'metadata');
  const verdict = validateMessage({ text: 'streamed', blocks, metadata });
  if (verdict.kind === 'refused') return wrong(verdict.error, verdict.messages);
  return fine({
    blocks: Array.isArray(blocks) ? blocks.filter(isObject) : [],
    metadata: isObject(metadata) ? metadata : undefined,
  });
}
