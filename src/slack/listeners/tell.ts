import { z } from 'zod';
import type { Message } from '../views/message.ts';
import { plainNotice } from '../views/notices.ts';
import type { Workspace } from '../web/workspaces.ts';

export interface PrivatePlace {
  readonly channel: string;
  readonly user: string;
  readonly threadTs: string | null;
}

const opened = z.object({ channel: z.object({ id: z.string() }) });

/** Says something to one person where they are; in a direct message if they cannot be reached there. Best effort. */
export async function tellPrivately(workspace: Workspace, place: PrivatePlace, what: Message | string): Promise<void> {
  const message = typeof what === 'string' ? plainNotice(what) : what;
  const content = { text: message.text, blocks: message.blocks };
  const told = await workspace.later.call(
    'chat.postEphemeral',
    {
      channel: place.channel,
      user: place.user,
      ...(place.threadTs === null ? {} : { thread_ts: place.threadTs }),
      ...content,
    },
    'first',
  );
  if (told.kind !== 'refused') return;
  const dm = await workspace.later.call('conversations.open', { users: place.user }, 'first');
  const read = dm.kind === 'ok' ? opened.safeParse(dm.body) : null;
  if (read?.success !== true) return;
  const args = { channel: read.data.channel.id, ...content, unfurl_links: false, unfurl_media: false };
  await workspace.later.call('chat.postMessage', args);
}
