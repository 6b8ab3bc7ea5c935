import { validateMessage } from '../block-kit/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import { postMessage, showChange, wire } from '../posting.ts';
import { type Message, newMessage } from '../world/messages.ts';
import { BOT_ID, BOT_USER } from '../world/people.ts';
import { jsonArg, textArg } from './arguments.ts';
import { withIds } from './block-ids.ts';
import { type Checked, fine, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { postingChannel, threadRoot } from './place.ts';

/** What a message is made of, checked. */
export interface Content {
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly attachments: readonly JsonObject[];
  readonly metadata: JsonObject | undefined;
}

/** Slack cuts longer texts instead of refusing them. */
const TEXT_KEPT = 40_000;

/** Reads and judges text, markdown_text, blocks, attachments and metadata of a call. */
export function readContent({ args, workspace }: MethodCall, use: 'post' | 'update'): Checked<Content> {
  const payload = {
    text: textArg(args, 'text'),
    markdown_text: textArg(args, 'markdown_text'),
    blocks: jsonArg(args, 'blocks'),
    attachments: jsonArg(args, 'attachments'),
    metadata: jsonArg(args, 'metadata'),
  };
  const verdict = validateMessage(payload, use);
  if (verdict.kind === 'refused') return wrong(verdict.error, verdict.messages);
  const blocks = objectsOf(payload.blocks);
  const markdown = payload.markdown_text ?? '';
  return fine({
    text: (payload.text ?? markdown).slice(0, TEXT_KEPT),
    blocks: withIds(
      blocks.length === 0 && markdown !== '' ? [{ type: 'markdown', text: markdown }] : blocks,
      workspace.ids,
    ),
    attachments: objectsOf(payload.attachments),
    metadata: isObject(payload.metadata) ? payload.metadata : undefined,
  });
}

/** Name and icon for this one message; they need a scope of their own. */
export function readLook({ args, workspace }: MethodCall): Checked<JsonObject> {
  const look: JsonObject = Object.fromEntries(
    ['username', 'icon_emoji', 'icon_url'].flatMap((key) => {
      const value = textArg(args, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const allowed = workspace.manifest.botScopes.has('chat:write.customize');
  return Object.keys(look).length > 0 && !allowed ? wrong('missing_scope') : fine(look);
}

/** chat.postMessage */
export function postChatMessage(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = postingChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const content = readContent(call, 'post');
  if (content.kind === 'wrong') return content.outcome;
  const look = readLook(call);
  if (look.kind === 'wrong') return look.outcome;
  const root = threadRoot(workspace, channel.value, textArg(args, 'thread_ts'));
  if (root.kind === 'wrong') return root.outcome;
  const message = appMessage(call, channel.value.id, root.value, { ...content.value, look: look.value });
  postMessage(workspace, message);
  return ok({ channel: channel.value.id, ts: message.ts, message: wire(workspace, message) });
}

/** chat.postEphemeral: shown to one person who is there, kept nowhere else. */
export function postEphemeral(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = postingChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const user = textArg(args, 'user') ?? '';
  if (!channel.value.members.has(user) || workspace.world.people.get(user)?.deleted) {
    return refused('user_not_in_channel');
  }
  const content = readContent(call, 'post');
  if (content.kind === 'wrong') return content.outcome;
  const root = threadRoot(workspace, channel.value, textArg(args, 'thread_ts'));
  if (root.kind === 'wrong') return root.outcome;
  const message = appMessage(call, channel.value.id, root.value, { ...content.value, visibleTo: user });
  workspace.world.messages.add(message);
  showChange(workspace, 'message', message);
  return ok({ message_ts: message.ts });
}

export function appMessage(
  { workspace }: Pick<MethodCall, 'workspace'>,
  channel: string,
  threadTs: string | undefined,
  rest: Partial<Message>,
): Message {
  return newMessage({ channel, ts: workspace.nextTs(), user: BOT_USER, botId: BOT_ID, threadTs, ...rest });
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
