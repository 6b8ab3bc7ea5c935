import { directChannel } from '../direct-channel.ts';
import type { Message } from '../views/message.ts';
import { plainNotice } from '../views/notices.ts';
import type { Workspace } from '../web/workspaces.ts';

export interface PrivatePlace {
  readonly channel: string;
  readonly user: string;
  readonly threadTs: string | null;
}

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
  return await tellDirectly(workspace, place.user, message);
}

/** Says something to one person in a direct message. False: they do not see it. */
export async function tellDirectly(workspace: Workspace, user: string, { text, blocks }: Message): Promise<boolean> {
  const direct = await directChannel(workspace, user);
  if (direct.kind !== 'open') return false;
  const args = { channel: direct.channel, text, blocks, unfurl_links: false, unfurl_media: false };
  return (await workspace.later.call('chat.postMessage', args)).kind === 'ok';
}
