import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { installationIn } from '../installation.ts';
import { applyResponse } from '../web-api/response-url.ts';
import { APP_ID, ORGANISATION, TEAMS } from '../world/people.ts';
import { interactionBase, messageContext, responseUrl } from './interaction.ts';
import { type PersonRequest, personsChannel, readJson } from './person-request.ts';

const COMMAND = z.object({ channel: z.string(), command: z.string(), text: z.string().default('') });
const SHORTCUT = z.object({ callback_id: z.string(), channel: z.string().optional(), ts: z.string().optional() });

/** A slash command; what the app answers with its ack is shown as a message. */
export async function runCommand({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, COMMAND);
  if (body.kind === 'refused') return body.reply;
  const { command, text } = body.value;
  if (!workspace.manifest.commands.has(command)) return problem(404, 'command_not_found');
  const channel = personsChannel(workspace, person, body.value.channel);
  if (channel.kind === 'refused') return channel.reply;
  const target = { user: person.id, channel: channel.value.id, threadTs: undefined, messageTs: undefined };
  const answer = await workspace.ask('slash_commands', {
    token: 'local-verification-token',
    team_id: person.teamId,
    team_domain: TEAMS.get(person.teamId)?.domain ?? '',
    channel_id: channel.value.id,
    channel_name: channel.value.kind === 'im' ? 'directmessage' : channel.value.name,
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: APP_ID,
    ...(workspace.isOrganisation ? { enterprise_id: ORGANISATION.id, enterprise_name: ORGANISATION.name } : {}),
    is_enterprise_install: String(installationIn(workspace, person.teamId)?.isOrgWide === true),
    response_url: responseUrl(workspace, target),
    trigger_id: workspace.world.triggers.issue(person.id),
  });
  if (answer.kind === 'unanswered') return problem(424, 'app_did_not_answer', { reason: answer.reason });
  if (answer.body === undefined || Object.keys(answer.body).length === 0) return jsonReply({ ok: true });
  const shown = applyResponse(workspace, target, answer.body);
  return shown.kind === 'ok'
    ? jsonReply({ ok: true })
    : problem(424, 'app_answer_unusable', { messages: [shown.error] });
}

/** A message shortcut (with `channel` and `ts`) or a global one. */
export async function runShortcut({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, SHORTCUT);
  if (body.kind === 'refused') return body.reply;
  const wanted = body.value;
  const shortcut = workspace.manifest.shortcuts.find((one) => one.callbackId === wanted.callback_id);
  if (!shortcut) return problem(404, 'shortcut_not_found');
  const base = {
    ...interactionBase(workspace, person),
    callback_id: shortcut.callbackId,
    action_ts: workspace.nextTs(),
  };
  if (shortcut.type === 'global') return answerTo(await workspace.ask('interactive', { type: 'shortcut', ...base }));
  const channel = personsChannel(workspace, person, wanted.channel ?? '');
  if (channel.kind === 'refused') return channel.reply;
  const message = workspace.world.messages.find(channel.value.id, wanted.ts ?? '');
  if (!message || message.visibleTo !== undefined) return problem(404, 'message_not_found');
  const { container: _, ...context } = messageContext(workspace, message, person);
  return answerTo(
    await workspace.ask('interactive', { type: 'message_action', ...base, ...context, message_ts: message.ts }),
  );
}

function answerTo(answer: { readonly kind: string; readonly reason?: string }): Reply {
  return answer.kind === 'answered'
    ? jsonReply({ ok: true })
    : problem(424, 'app_did_not_answer', { reason: answer.reason });
}
