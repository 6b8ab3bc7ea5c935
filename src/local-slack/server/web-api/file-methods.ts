import { isObject, textAt } from '../json.ts';
import { postMessage } from '../posting.ts';
import { wireFile } from '../world/wire-file.ts';
import { jsonArg, numberArg, textArg } from './arguments.ts';
import { appMessage } from './chat-post.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { postingChannel, threadRoot } from './place.ts';

/** Bytes; Slack itself takes 1 GB, a local workspace keeps them in memory. */
export const FILE_LIMIT_BYTES = 16 * 1024 * 1024;

/** files.getUploadURLExternal */
export function askUploadUrl({ args, workspace }: MethodCall): Outcome {
  const length = numberArg(args, 'length') ?? 0;
  if (!Number.isInteger(length) || length < 1) return refused('invalid_arguments', ['[ERROR] invalid length']);
  if (length > FILE_LIMIT_BYTES) return refused('file_upload_size_restricted');
  const file = workspace.world.files.expect(textArg(args, 'filename') ?? '', length);
  return ok({ upload_url: `${workspace.url()}/upload/${file.uploadKey}`, file_id: file.id });
}

/** files.completeUploadExternal: the uploaded files become visible, in a channel where one is named. */
export function completeUpload(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const listed = jsonArg(args, 'files');
  if (!Array.isArray(listed) || listed.length === 0 || !listed.every(isObject)) {
    return refused('invalid_arguments', ['[ERROR] missing required field: files']);
  }
  const files = listed.map((item) => {
    const stored = workspace.world.files.find(textAt(item, 'id') ?? '');
    return stored?.content ? wireFile(stored, textAt(item, 'title'), workspace.url()) : undefined;
  });
  const uploaded = files.filter((file) => file !== undefined);
  if (uploaded.length < files.length) return refused('file_not_found');
  const channelId = textArg(args, 'channel_id');
  if (channelId === undefined) return ok({ files: uploaded });
  const channel = postingChannel({ ...call, args: { ...args, channel: channelId } });
  if (channel.kind === 'wrong') return channel.outcome;
  const root = threadRoot(workspace, channel.value, textArg(args, 'thread_ts'));
  if (root.kind === 'wrong') return root.outcome;
  const text = textArg(args, 'initial_comment') ?? '';
  postMessage(
    workspace,
    appMessage(call, channel.value.id, root.value, { text, files: uploaded, subtype: 'file_share' }),
  );
  return ok({ files: uploaded });
}
