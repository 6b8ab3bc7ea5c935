import { honest } from '../views/rich.ts';
import type { Workspace } from '../web/workspaces.ts';

/** Slack takes 200; a list of conversations shows less. */
const TITLE_LIMIT = 80;
/** Sessions' statuses share this method's budget; in a rush a title is not worth a place in it. */
const CALLS_KEPT_FREE = 20;

/** Gives a new conversation its title in Slack's list of them: the beginning of what was asked. A nicety; it may fail. */
export async function nameThread(
  workspace: Workspace,
  thread: { readonly channel: string; readonly ts: string },
  question: string,
): Promise<void> {
  const [line = ''] = question.trim().split('\n', 1);
  const title = honest(line, TITLE_LIMIT);
  if (title === '' || workspace.later.free('agents.sessions.setStatus') < CALLS_KEPT_FREE) return;
  const args = { channel_id: thread.channel, thread_ts: thread.ts, status: 'processing', title };
  await workspace.later.call('agents.sessions.setStatus', args, 'last');
}
