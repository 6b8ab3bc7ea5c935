import type { App, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { callbacks } from '../action-ids.ts';
import { readShortcut, readSubmission, type Submission } from '../payloads/interactions.ts';
import { conversationOf, threadOf } from '../place.ts';
import { askForm, QUESTION_ACTION, QUESTION_BLOCK } from '../views/ask-form.ts';
import { sayingView } from '../views/full-view.ts';
import { fallback, foreign, lines, user, words } from '../views/rich.ts';
import { codeOf } from '../web/call.ts';
import { clickWords } from '../words.ts';
import { readBackfill } from './backfill.ts';
import type { ListenerContext } from './context.ts';
import { type AfterSubmit, answerSubmission } from './submissions.ts';

/** "Ask Countersign" on a message: a question, asked in that message's thread with the thread as context. */
export function registerAskShortcut(bolt: App, context: ListenerContext): void {
  bolt.shortcut(callbacks.ask, async ({ ack, body }) => {
    await ack();
    const shortcut = readShortcut({ ...body });
    const workspace = shortcut === null ? null : await context.workspaces.of(shortcut.actor.team);
    if (shortcut === null || workspace === null) return;
    const ts = shortcut.threadTs ?? shortcut.messageTs;
    const view = askForm(conversationOf({ team: workspace.team, channel: shortcut.channel, ts }));
    const outcome = await workspace.now.call('views.open', { trigger_id: shortcut.triggerId, view });
    if (outcome.kind !== 'ok') context.logger.warn({ code: codeOf(outcome) }, 'a modal could not be opened');
  });

  bolt.view<ViewSubmitAction>(callbacks.ask, async ({ ack, body }) => {
    const submission = readSubmission({ ...body });
    if (submission !== null) await answerSubmission(context, ack, ask(context, submission));
  });
}

const question = z.object({ [QUESTION_ACTION]: z.object({ value: z.string() }) });
const posted = z.object({ ts: z.string() });

async function ask(context: ListenerContext, submission: Submission): Promise<AfterSubmit> {
  const { person } = submission.actor;
  const thread = threadOf(conversationOf(splitPlace(submission.metadata)));
  const text = question.safeParse(submission.values[QUESTION_BLOCK]).data?.[QUESTION_ACTION]?.value.trim() ?? '';
  if (text === '') return { kind: 'errors', errors: { [QUESTION_BLOCK]: 'Please write what you want to ask.' } };
  const workspace = thread === null ? null : await context.workspaces.of(thread.team);
  if (thread === null || workspace === null) return failed('That place is not known.');
  // The place came back from a client: only somebody who is there may start a conversation there.
  if (!(await context.directory.isInChannel(thread.team, thread.channel, person))) {
    return failed('Ask in a channel that both you and I are in.');
  }
  const said = await workspace.later.call(
    'chat.postMessage',
    {
      channel: thread.channel,
      thread_ts: thread.ts,
      text: fallback('A question about this thread'),
      blocks: [lines([[user(person.user), words(' asks: '), foreign(text, 1_000)]])],
    },
    'first',
  );
  const ts = said.kind === 'ok' ? posted.safeParse(said.body).data?.ts : undefined;
  if (ts === undefined) return failed('I cannot write in that channel. Invite me first.');
  const conversation = conversationOf(thread);
  const known = await context.commands.read(conversation);
  await context.commands.receive({
    conversation,
    messageId: `view:${submission.viewId}`,
    author: person,
    text,
    addressed: true,
    persona: null,
    backfill:
      known.position > 0
        ? []
        : await readBackfill(workspace, { channel: thread.channel, rootTs: thread.ts, beforeTs: ts }),
  });
  context.onOwed();
  return { kind: 'close' };
}

const failed = (text: string): AfterSubmit => ({
  kind: 'show',
  view: sayingView('Not asked', text || clickWords.failed),
});

function splitPlace(metadata: string): { team: string; channel: string; ts: string } {
  const [team = '', channel = '', ts = ''] = metadata.split(':');
  return { team, channel, ts };
}
