import type { ApprovalListing } from '../../conversation/commands.ts';
import type { ClickRefusal } from '../../domain/event.ts';
import { approvalId } from '../../domain/ids.ts';
import type { Press, Submission } from '../payloads/interactions.ts';
import { conversationOf } from '../place.ts';
import type { ListenerContext } from './context.ts';
import { workspaceFor } from './feedback.ts';

/** Ours have 22 characters; what a press names instead is kept as far as it could be one of anybody's. */
const ID_CHARS = 200;

/** Writes down that a press was refused: in its card's conversation, or else in the one it was made in. */
export async function noteRefused(
  context: ListenerContext,
  press: Press,
  listing: ApprovalListing | null,
  because: ClickRefusal,
): Promise<void> {
  const conversation = listing?.conversation ?? (await placeOf(context, press));
  if (conversation === null) return;
  const { actor, actionId: action, value } = press;
  const id = approvalId(value.slice(0, ID_CHARS));
  await context.commands.recordRefusal({ conversation, approvalId: id, person: actor.person, action, because });
}

/** Writes down that a submitted form was refused before it became an answer. */
export async function noteRefusedForm(
  context: ListenerContext,
  { actor }: Pick<Submission, 'actor'>,
  { conversation, approval }: ApprovalListing,
  action: string,
  because: ClickRefusal,
): Promise<void> {
  const { approvalId: id } = approval.request;
  await context.commands.recordRefusal({ conversation, approvalId: id, person: actor.person, action, because });
}

async function placeOf(context: ListenerContext, press: Press) {
  const workspace = press.message === null ? null : await workspaceFor(context, press, null);
  if (press.message === null || workspace === null) return null;
  const { channel, ts } = press.message;
  return conversationOf({ team: workspace.team, channel, ts: press.threadTs ?? ts });
}
