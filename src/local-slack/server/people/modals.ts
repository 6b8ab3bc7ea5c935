import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { isObject, type JsonObject, objectsAt, textAt } from '../json.ts';
import { checkedView, pushOnto, replaceView, wireView } from '../web-api/view-methods.ts';
import type { Workspace } from '../workspace.ts';
import type { View } from '../world/views.ts';
import { interactionBase } from './interaction.ts';
import { type PersonRequest, type Read, read, readJson, refuse } from './person-request.ts';
import { unknownInputs, viewState } from './view-state.ts';

const SUBMITTED = z.object({ values: z.record(z.string(), z.unknown()).default({}) });
const CLOSED = z.object({ clear: z.boolean().default(false) });

/** The person's open modals, the top one last. */
export function listViews({ workspace, person }: PersonRequest): Reply {
  const views = workspace.world.views.stack(person.id).map((view) => ({
    id: view.id,
    view: wireView(workspace, view),
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
    view: wireView(workspace, view, state.values),
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
      view: wireView(workspace, view),
      is_cleared: isCleared,
    });
  }
  return jsonReply({ ok: true, closed: true });
}

/** Does what the app's answer to a submission says; an answer Slack could not use shows "trouble connecting". */
function followAnswer(workspace: Workspace, view: View, answer: JsonObject): Reply {
  const { views } = workspace.world;
  switch (answer['response_action']) {
    case undefined:
      views.closeTop(view.user);
      workspace.changes.record('view_closed', { user: view.user, view: view.id });
      return jsonReply({ ok: true, closed: true });
    case 'clear':
      for (const closed of views.closeAll(view.user)) {
        workspace.changes.record('view_closed', { user: view.user, view: closed.id });
      }
      return jsonReply({ ok: true, closed: true });
    case 'errors':
      return followErrors(workspace, view, answer['errors']);
    case 'update':
    case 'push':
      return followView(workspace, view, answer);
    default:
      return unusable([`[ERROR] unknown response_action`]);
  }
}

function followErrors(workspace: Workspace, view: View, errors: unknown): Reply {
  const inputs = new Set(
    objectsAt(view.body, 'blocks')
      .filter((block) => block['type'] === 'input')
      .map((block) => block['block_id']),
  );
  const entries = Object.entries(isObject(errors) ? errors : {});
  const usable = entries.flatMap(([block, text]) =>
    typeof text === 'string' && text !== '' ? [[block, text] as const] : [],
  );
  if (entries.length === 0 || usable.length < entries.length)
    return unusable(['[ERROR] errors must map block_id to text']);
  const strays = usable.filter(([block]) => !inputs.has(block));
  if (strays.length > 0) return unusable(strays.map(([block]) => `[ERROR] no input block ${block}`));
  return showErrors(workspace, view, Object.fromEntries(usable));
}

function followView(workspace: Workspace, view: View, answer: JsonObject): Reply {
  const body = checkedView(workspace, answer['view'], 'modal');
  if (body.kind === 'wrong') return unusable(messagesOf(body.outcome));
  if (answer['response_action'] === 'update') {
    replaceView(workspace, view, body.value);
    return jsonReply({ ok: true, updated: true });
  }
  const pushed = pushOnto(workspace, view.user, body.value, 'push');
  return pushed.kind === 'fine' ? jsonReply({ ok: true, pushed: true }) : unusable(messagesOf(pushed.outcome));
}

function messagesOf(outcome: JsonObject): readonly string[] {
  const extra = outcome['extra'];
  const errors = isObject(extra) && Array.isArray(extra['errors']) ? extra['errors'] : [];
  return [textAt(outcome, 'error') ?? '', ...errors.map(String)];
}

function unusable(messages: readonly string[]): Reply {
  return problem(424, 'app_answer_unusable', { messages });
}

function showErrors(workspace: Workspace, view: View, errors: Readonly<Record<string, string>>): Reply {
  view.errors = errors;
  workspace.changes.record('view_changed', { user: view.user, view: view.id });
  return jsonReply({ ok: true, errors });
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
