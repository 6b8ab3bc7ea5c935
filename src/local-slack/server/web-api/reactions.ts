import { showChange } from '../posting.ts';
import { BOT_USER } from '../world/people.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { visibleChannel } from './place.ts';

/** reactions.add */
export function addReaction(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const channel = visibleChannel(call);
  if (channel.kind === 'wrong') return channel.outcome;
  const message = workspace.world.messages.find(channel.value.id, textArg(args, 'timestamp') ?? '');
  if (!message || message.visibleTo !== undefined) return refused('message_not_found');
  const name = textArg(args, 'name') ?? '';
  if (!/^[a-z0-9_+'-]+$/.test(name)) return refused('invalid_name');
  const users = message.reactions.get(name) ?? new Set();
  if (users.has(BOT_USER)) return refused('already_reacted');
  message.reactions.set(name, users.add(BOT_USER));
  showChange(workspace, 'message', message);
  return ok();
}
