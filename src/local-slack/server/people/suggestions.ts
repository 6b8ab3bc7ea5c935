import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { objectsAt } from '../json.ts';
import { wireView } from '../web-api/view-methods.ts';
import { shownBlocks } from '../world/wire-message.ts';
import { findElement } from './find-element.ts';
import { interactionBase, messageContext } from './interaction.ts';
import { type PersonRequest, personsChannel, readJson } from './person-request.ts';

const TYPED = z.object({
  channel: z.string().optional(),
  ts: z.string().optional(),
  view_id: z.string().optional(),
  action_id: z.string(),
  block_id: z.string().optional(),
  value: z.string().default(''),
});

/** Asks the app for the options of an external select, for what the person has typed into it. */
export async function suggestOptions({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, TYPED);
  if (body.kind === 'refused') return body.reply;
  const typed = body.value;
  const view = workspace.world.views.find(typed.view_id ?? '');
  const isOwnView = view?.user === person.id;
  if (typed.view_id !== undefined && !isOwnView) return problem(404, 'view_not_found');
  const channel = view ? undefined : personsChannel(workspace, person, typed.channel ?? '');
  if (channel?.kind === 'refused') return channel.reply;
  const message = channel && workspace.world.messages.find(channel.value.id, typed.ts ?? '');
  if (!view && !message) return problem(404, 'message_not_found');
  const blocks = view ? objectsAt(view.body, 'blocks') : message ? shownBlocks(message) : [];
  const found = findElement(blocks, { actionId: typed.action_id, blockId: typed.block_id, value: undefined });
  if (found === 'absent' || found === 'ambiguous') return problem(404, 'element_not_found');
  if (!String(found.element['type']).includes('external_select')) return problem(409, 'element_not_external');
  const { trigger_id: _, ...base } = interactionBase(workspace, person);
  const answer = await workspace.ask('interactive', {
    type: 'block_suggestion',
    ...base,
    ...(view ? { container: { type: 'view', view_id: view.id }, view: wireView(view) } : {}),
    ...(message ? messageContext(workspace, message, person) : {}),
    action_id: typed.action_id,
    block_id: found.blockId,
    value: typed.value,
  });
  if (answer.kind === 'unanswered') return problem(424, 'app_did_not_answer', { reason: answer.reason });
  const options = objectsAt(answer.body ?? {}, 'options');
  return jsonReply({ ok: true, options, option_groups: objectsAt(answer.body ?? {}, 'option_groups') });
}
