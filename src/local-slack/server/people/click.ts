import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { isObject, type JsonObject, objectsAt, textAt } from '../json.ts';
import { wireView } from '../web-api/view-methods.ts';
import type { Workspace } from '../workspace.ts';
import type { Person } from '../world/people.ts';
import { shownBlocks } from '../world/wire-message.ts';
import { elementValue } from './element-value.ts';
import { findElement, type PlacedElement } from './find-element.ts';
import { interactionBase, messageContext } from './interaction.ts';
import { type PersonRequest, personsChannel, type Read, read, readJson, refuse } from './person-request.ts';
import { viewState } from './view-state.ts';

const CLICK = z.object({
  channel: z.string().optional(),
  ts: z.string().optional(),
  view_id: z.string().optional(),
  action_id: z.string(),
  block_id: z.string().optional(),
  value: z.string().optional(),
  /** For selects and the like: the value chosen, or a list of values. */
  selected: z.unknown().optional(),
  /** What stands in the other inputs there, block_id → plain value. */
  values: z.record(z.string(), z.unknown()).optional(),
});
type Click = z.infer<typeof CLICK>;

/** Presses an element of a message, a modal or the home tab. */
export async function click({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, CLICK);
  if (body.kind === 'refused') return body.reply;
  if (person.botId !== undefined) return problem(403, 'bots_cannot_click');
  const wanted = body.value;
  const place =
    wanted.view_id === undefined ? messagePlace(workspace, person, wanted) : viewPlace(workspace, person, wanted);
  if (place.kind === 'refused') return place.reply;
  const found = findElement(place.value.blocks, {
    actionId: wanted.action_id,
    blockId: wanted.block_id,
    value: wanted.value,
  });
  if (found === 'absent') return problem(404, 'element_not_found');
  if (found === 'ambiguous') return problem(409, 'element_ambiguous');
  const action = actionOf(found, wanted);
  if (action.kind === 'refused') return action.reply;
  const answer = await workspace.ask('interactive', {
    type: 'block_actions',
    ...interactionBase(workspace, person),
    ...place.value.context(),
    actions: [{ ...action.value, action_ts: workspace.nextTs() }],
  });
  return answer.kind === 'answered'
    ? jsonReply({ ok: true })
    : problem(424, 'app_did_not_answer', { reason: answer.reason });
}

/** Where one presses, and what the payload says about it; read only when the click is sure to be sent. */
interface ClickPlace {
  readonly blocks: readonly JsonObject[];
  readonly context: () => JsonObject;
}

function messagePlace(workspace: Workspace, person: Person, wanted: Click): Read<ClickPlace> {
  const channel = personsChannel(workspace, person, wanted.channel ?? '');
  if (channel.kind === 'refused') return channel;
  const message = workspace.world.messages.find(channel.value.id, wanted.ts ?? '');
  const isSeen = message && (message.visibleTo === undefined || message.visibleTo === person.id);
  if (!isSeen) return refuse(404, 'message_not_found');
  const attached = message.attachments.flatMap((attachment) => objectsAt(attachment, 'blocks'));
  const blocks = [...shownBlocks(message), ...attached];
  return read({
    blocks,
    context: () => ({
      ...messageContext(workspace, message, person),
      state: { values: viewState({ blocks }, wanted.values ?? {}).values },
    }),
  });
}

function viewPlace(workspace: Workspace, person: Person, wanted: Click): Read<ClickPlace> {
  const view = workspace.world.views.find(wanted.view_id ?? '');
  if (!view || view.user !== person.id) return refuse(404, 'view_not_found');
  return read({
    blocks: objectsAt(view.body, 'blocks'),
    context: () => ({
      container: { type: 'view', view_id: view.id },
      view: wireView(view, viewState(view.body, wanted.values ?? {}).values),
    }),
  });
}

/** The entry in `actions`, as Slack sends it for this kind of element. */
function actionOf({ blockId, element }: PlacedElement, wanted: Click): Read<JsonObject> {
  const type = textAt(element, 'type') ?? '';
  const base = { type, action_id: textAt(element, 'action_id') ?? '', block_id: blockId };
  if (type === 'button' || type === 'icon_button' || type === 'workflow_button') {
    return read({ ...base, ...pick(element, ['text', 'value', 'style']) });
  }
  if (type === 'feedback_buttons') {
    const choices = [element['positive_button'], element['negative_button']].filter(isObject);
    const chosen = choices.find((choice) => choice['value'] === (wanted.value ?? wanted.selected));
    return chosen ? read({ ...base, ...pick(chosen, ['text', 'value']) }) : refuse(400, 'option_not_found');
  }
  const value = elementValue(element, wanted.selected ?? wanted.value ?? null);
  if (!value) return refuse(409, 'element_not_clickable');
  if (value.kind === 'wrong') return refuse(400, 'option_not_found', { messages: [value.why] });
  return read({ ...base, ...value.fields });
}

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}
