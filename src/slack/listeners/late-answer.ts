import type { Block, KnownBlock, ModalView, RichTextBlock } from '@slack/types';
import type { Submission } from '../payloads/interactions.ts';
import { sayingView } from '../views/full-view.ts';
import type { Message } from '../views/message.ts';
import { bold, fallback, lines } from '../views/rich.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import type { AfterSubmit } from './submissions.ts';
import { tellDirectly } from './tell.ts';

/**
 * Says what came of a submission that was answered with a request for patience: in its modal, and where that is gone, or
 * nobody knows whether it shows it, by direct message.
 */
export async function showLate(context: ListenerContext, submission: Submission, after: AfterSubmit): Promise<void> {
  const { actor, viewId } = submission;
  const workspace = await context.workspaces.of(actor.team);
  if (workspace === null) return;
  const view = viewOf(after);
  const updated = await workspace.now.call('views.update', { view_id: viewId, view });
  if (updated.kind === 'ok') return;
  const told = await tellDirectly(workspace, actor.person.user, messageOf(view));
  if (!told) context.logger.warn({ user: actor.person.user }, 'what came of a form could not be said');
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

/** The same words where there is no modal: whoever reads them may have gone on to something else. */
const messageOf = ({ title, blocks }: ModalView): Message => ({
  text: fallback(`${clickWords.late} ${title.text}`),
  blocks: [lines([[bold(`${clickWords.late} ${title.text}`)]]), ...blocks.filter(isRichText)],
});

const isRichText = (block: KnownBlock | Block): block is RichTextBlock => block.type === 'rich_text';
