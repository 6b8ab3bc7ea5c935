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

/** Says something to one person where they are; in a direct message if they cannot be reached there. False: they do not see it. */
export async function tellPrivately(
  workspace: Workspace,
  place: PrivatePlace,
  what: Message | string,
): Promise<boolean> {
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
  if (told.kind !== 'refused') return told.kind === 'ok';
  const dm = await workspace.later.call('conversations.open', { users: place.user }, 'first');
  const read = dm.kind === 'ok' ? opened.safeParse(dm.body) : null;
  if (read?.success !== true) return false;
  const args = { channel: read.data.channel.id, ...content, unfurl_links: false, unfurl_media: false };
  return (await workspace.later.call('chat.postMessage', args)).kind === 'ok';
}
