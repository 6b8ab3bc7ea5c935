import { z } from 'zod';
import { type Installation, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { codeOf } from '../web/call.ts';
import type { Workspaces } from '../web/workspaces.ts';
import type { HeldTokens } from './held-tokens.ts';
import { INSTALL_PATH } from './install-routes.ts';
import type { OauthSettings } from './settings.ts';

const opened = z.object({ channel: z.object({ id: z.string() }) });

/**
 * Tells whoever installed the bot, while its last token still works, that it has to be installed again. Best effort: the
 * log has said so already.
 */
export async function askToInstallAgain(
  parts: { readonly workspaces: Workspaces; readonly oauth: OauthSettings; readonly logger: Logger },
  { installation, held }: { readonly installation: Installation; readonly held: HeldTokens },
): Promise<void> {
  const place = placeId(installation.place);
  if (held.installedBy === null) return;
  try {
    const workspace = await parts.workspaces.of(place);
    const dm = await workspace?.later.call('conversations.open', { users: held.installedBy });
    const channel = dm?.kind === 'ok' ? opened.safeParse(dm.body).data?.channel.id : undefined;
    if (workspace === null || channel === undefined) return;
    const url = `${parts.oauth.publicUrl}${INSTALL_PATH}`;
    const text = `I can no longer renew my access here and will soon stop working. Please install me again: ${url}`;
    const told = await workspace.later.call('chat.postMessage', { channel, text, unfurl_links: false });
    if (told.kind !== 'ok') parts.logger.warn({ place, code: codeOf(told) }, 'nobody could be asked to install again');
  } catch {
    parts.logger.warn({ place }, 'nobody could be asked to install again');
  }
}
