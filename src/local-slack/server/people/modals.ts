import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { isObject, type JsonObject, objectsAt } from '../json.ts';
import { wireView } from '../web-api/view-methods.ts';
import type { View } from '../world/views.ts';
import { followAnswer, showErrors } from './follow-answer.ts';
import { interactionBase } from './interaction.ts';
import { type PersonRequest, type Read, read, readJson, refuse } from './person-request.ts';
import { unknownInputs, viewState } from './view-state.ts';

const SUBMITTED = z.object({ values: z.record(z.string(), z.unknown()).default({}) });
const CLOSED = z.object({ clear: z.boolean().default(false) });

/** The person's open modals, the top one last. */
export function listViews({ workspace, person }: PersonRequest): Reply {
  const views = workspace.world.views.stack(person.id).map((view) => ({
    id: view.id,
    view: wireView(view),
    hash: view.hash,
    ...(Object.keys(view.errors).length === 0 ? {} : { errors: view.errors }),
  }));
  return jsonReply({ ok: true, views });
}

/**
 * Submits the top modal and waits for the app. What Slack's own form would refuse comes back as `errors` without the
 * app being asked; the app's `errors` come back in the same way.
 */
export async function submitView(at: PersonRequest): Promise<Reply> {
  const { workspace, person } = at;
  const body = await readJson(at.request, SUBMITTED);
  if (body.kind === 'refused') return body.reply;
  const top = topView(at);
  if (top.kind === 'refused') return top.reply;
  const view = top.value;
  if (!isObject(view.body['submit']) && !hasInputs(view.body)) return problem(409, 'view_has_no_submit');
  const unknown = unknownInputs(view.body, body.value.values);
  if (unknown.length > 0) return problem(400, 'input_not_found', { blocks: unknown });
  const state = viewState(view.body, body.value.values);
  if (Object.keys(state.errors).length > 0) return showErrors(workspace, view, state.errors);
  const answer = await workspace.ask('interactive', {
    type: 'view_submission',
    ...interactionBase(workspace, person),
    view: wireView(view, state.values),
    response_urls: [],
  });
  if (answer.kind === 'unanswered') return problem(424, 'app_did_not_answer', { reason: answer.reason });
  return followAnswer(workspace, view, answer.body ?? {});
}

/** Closes the top modal, or all with `clear`; the app hears of it where it has asked to. */
export async function closeView(at: PersonRequest): Promise<Reply> {
  const { workspace, person } = at;
  const body = await readJson(at.request, CLOSED);
  if (body.kind === 'refused') return body.reply;
  const top = topView(at);
  if (top.kind === 'refused') return top.reply;
  const { views } = workspace.world;
  const isCleared = body.value.clear || top.value.body['clear_on_close'] === true;
  const closed = isCleared
    ? views.closeAll(person.id)
    : [views.closeTop(person.id)].filter((view) => view !== undefined);
  for (const view of closed) {
    workspace.changes.record('view_closed', { user: person.id, view: view.id });
    if (view.body['notify_on_close'] !== true) continue;
    await workspace.ask('interactive', {
      type: 'view_closed',
      ...interactionBase(workspace, person),
      trigger_id: undefined,
      view: wireView(view),
      is_cleared: isCleared,
    });
  }
  return jsonReply({ ok: true, closed: true });
}

function topView({ workspace, person, path }: PersonRequest): Read<View> {
  const stack = workspace.world.views.stack(person.id);
  const view = stack.find((one) => one.id === path('id'));
  if (!view) return refuse(404, 'view_not_found');
  return view === stack.at(-1) ? read(view) : refuse(409, 'view_not_on_top');
}

function hasInputs(body: JsonObject): boolean {
  return objectsAt(body, 'blocks').some((block) => block['type'] === 'input');
}
