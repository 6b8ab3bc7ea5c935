import type { ModalView } from '@slack/types';
import type { Submission } from '../payloads/interactions.ts';
import { sayingView } from '../views/full-view.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import type { AfterSubmit } from './submissions.ts';
import { tellPrivately } from './tell.ts';

/** Says what came of a submission that was answered with a request for patience; where its modal is closed, that it is through. */
export async function showLate(context: ListenerContext, submission: Submission, after: AfterSubmit): Promise<void> {
  const { actor, viewId } = submission;
  const workspace = await context.workspaces.of(actor.team);
  if (workspace === null) return;
  const updated = await workspace.now.call('views.update', { view_id: viewId, view: viewOf(after) });
  if (updated.kind === 'ok') return;
  const { user } = actor.person;
  await tellPrivately(workspace, { channel: user, user, threadTs: null }, clickWords.late);
}

/** The fields a message was about are gone from the screen: errors are said as they stand. */
function viewOf(after: AfterSubmit): ModalView {
  switch (after.kind) {
    case 'close':
      return sayingView('Recorded', clickWords.recorded);
    case 'show':
      return after.view;
    case 'errors':
      return sayingView('Not recorded', Object.values(after.errors).join('\n'));
  }
}
