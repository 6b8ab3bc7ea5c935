import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Press } from '../payloads/interactions.ts';
import { codeOf } from '../web/call.ts';
import type { Workspace } from '../web/workspaces.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell } from './feedback.ts';

const opened = z.object({ view: z.object({ id: z.string() }) });

/**
 * Opens a modal as the first thing Slack hears after the press. Null when it could not be opened; the person was told.
 * A trigger works once, so there is no second try.
 */
export async function openModal(
  context: ListenerContext,
  workspace: Workspace,
  press: Press,
  view: ModalView,
): Promise<string | null> {
  const outcome = await workspace.now.call('views.open', { trigger_id: press.triggerId ?? '', view });
  if (outcome.kind === 'ok') return opened.safeParse(outcome.body).data?.view.id ?? null;
  context.logger.warn({ code: codeOf(outcome) }, 'a modal could not be opened');
  await tell(context, press, null, clickWords.expiredTrigger);
  return null;
}

/**
 * Shows something else in an open modal; false when that did not work. Whoever presses twice in a row meets their own
 * newer view (`hash_conflict`): what they pressed last is what they want to see.
 */
export async function updateModal(
  context: ListenerContext,
  workspace: Workspace,
  at: { readonly id: string; readonly hash: string | null },
  view: ModalView,
): Promise<boolean> {
  const hash = at.hash === null ? {} : { hash: at.hash };
  const outcome = await workspace.now.call('views.update', { view_id: at.id, ...hash, view });
  if (outcome.kind === 'ok') return true;
  if (at.hash !== null && codeOf(outcome) === 'hash_conflict') {
    return await updateModal(context, workspace, { id: at.id, hash: null }, view);
  }
  context.logger.info({ code: codeOf(outcome) }, 'a modal could not be updated');
  return false;
}
