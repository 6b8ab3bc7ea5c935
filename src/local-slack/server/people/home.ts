import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { wireView } from '../web-api/view-methods.ts';
import { directChannel } from '../world/channels.ts';
import { BOT_USER } from '../world/people.ts';
import { type PersonRequest, readJson } from './person-request.ts';

const OPENED = z.object({ tab: z.enum(['home', 'messages']).default('home') });

/** App Home as published for the person; `view` is null until the app has published one. */
export function showHome({ workspace, person }: PersonRequest): Reply {
  const view = workspace.world.views.home(person.id);
  return jsonReply({
    ok: true,
    view: view ? wireView(view) : null,
    ...(view ? { id: view.id, hash: view.hash } : {}),
  });
}

/** Opens the app's tab: the app hears `app_home_opened` and may publish. */
export async function openHome({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, OPENED);
  if (body.kind === 'refused') return body.reply;
  const { tab } = body.value;
  if (tab === 'home' && !workspace.manifest.homeTab) return problem(409, 'home_tab_disabled');
  const channel = directChannel(workspace.world.channels, [person.id, BOT_USER], person.teamId);
  const view = workspace.world.views.home(person.id);
  workspace.events.emit(
    {
      type: 'app_home_opened',
      user: person.id,
      channel: channel.id,
      tab,
      ...(view && tab === 'home' ? { view: wireView(view) } : {}),
      event_ts: workspace.nextTs(),
    },
    { team: person.teamId },
  );
  return jsonReply({ ok: true, channel: channel.id });
}
