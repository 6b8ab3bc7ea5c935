import { z } from 'zod';
import type { CallOutcome } from './web/call.ts';
import type { Workspace } from './web/workspaces.ts';

const opened = z.object({ channel: z.object({ id: z.string() }) });

export type DirectChannel =
  | { readonly kind: 'open'; readonly channel: string }
  | Exclude<CallOutcome, { readonly kind: 'ok' }>;

/** The channel of direct messages with a person; opened where there was none. */
export async function directChannel(workspace: Workspace, user: string): Promise<DirectChannel> {
  const outcome = await workspace.later.call('conversations.open', { users: user }, 'first');
  if (outcome.kind !== 'ok') return outcome;
  const read = opened.safeParse(outcome.body);
  return read.success ? { kind: 'open', channel: read.data.channel.id } : { kind: 'unknown', why: 'unreadable' };
}
