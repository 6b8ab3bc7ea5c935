import { validateView } from '../block-kit/validate.ts';
import { isObject, type JsonObject, objectsAt, textAt } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import { APP_ID, BOT_ID } from '../world/people.ts';
import { VIEW_STACK_LIMIT, type View, viewForApp } from '../world/views.ts';
import { jsonArg, textArg } from './arguments.ts';
import { withIds } from './block-ids.ts';
import { type Checked, fine, wrong } from './checked.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';

/** views.open */
export function openView(call: MethodCall): Outcome {
  return showModal(call, 'root');
}

/** views.push: on top of the person's open modal. */
export function pushView(call: MethodCall): Outcome {
  return showModal(call, 'push');
}

/** views.update: by view_id or external_id; with `hash`, only while nobody else has changed it. */
export function updateView(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const { views } = workspace.world;
  const id = textArg(args, 'view_id');
  const externalId = textArg(args, 'external_id');
  if (id === undefined && externalId === undefined) {
    return refused('invalid_arguments', ['[ERROR] missing required field: view_id or external_id']);
  }
  const view = id === undefined ? views.byExternalId(externalId ?? '') : views.find(id);
  if (!view) return refused('not_found');
  const hash = textArg(args, 'hash');
  if (hash !== undefined && hash !== view.hash) return refused('hash_conflict');
  const body = readView(call, textAt(view.body, 'type') === 'home' ? 'home' : 'modal');
  if (body.kind === 'wrong') return body.outcome;
  replaceView(workspace, view, body.value);
  return ok({ view: wireView(view) });
}

/** views.publish: App Home for one person. */
export function publishView(call: MethodCall): Outcome {
  const { args, workspace } = call;
  const user = textArg(args, 'user_id') ?? '';
  const person = workspace.world.people.get(user);
  if (!person || person.deleted) return refused('user_not_found');
  if (!workspace.manifest.homeTab) return refused('not_enabled');
  const hash = textArg(args, 'hash');
  const shown = workspace.world.views.home(user);
  if (hash !== undefined && shown && hash !== shown.hash) return refused('hash_conflict');
  const body = readView(call, 'home');
  if (body.kind === 'wrong') return body.outcome;
  const view = workspace.world.views.publish(user, body.value, call.teamId);
  workspace.changes.record('home', { user });
  return ok({ view: wireView(view) });
}

/** The view as the app gets it; `values` is the state of its inputs where a person has filled them. */
export function wireView(view: View, values: JsonObject = {}): JsonObject {
  return viewForApp(view, APP_ID, BOT_ID, values);
}

/** Puts a checked view of the app on the person's screen, or says why Slack would not. */
export function pushOnto(
  workspace: Workspace,
  { user, body, how, teamId }: { user: string; body: JsonObject; how: 'root' | 'push'; teamId: string },
): Checked<View> {
  const { views } = workspace.world;
  const externalId = textAt(body, 'external_id');
  if (externalId !== undefined && externalId !== '' && views.byExternalId(externalId)) {
    return wrong('duplicate_external_id');
  }
  if (how === 'push' && views.stack(user).length >= VIEW_STACK_LIMIT) return wrong('push_limit_reached');
  if (how === 'push' && views.stack(user).length === 0) return wrong('not_found');
  const view = views.open(user, body, how, teamId);
  workspace.changes.record('view_opened', { user, view: view.id });
  return fine(view);
}

export function replaceView(workspace: Workspace, view: View, body: JsonObject): void {
  workspace.world.views.replace(view, body);
  const isHome = textAt(body, 'type') === 'home';
  workspace.changes.record(isHome ? 'home' : 'view_changed', { user: view.user, view: view.id });
}

/** Checks a view as Slack does and fills in its ids. */
export function checkedView(workspace: Workspace, view: unknown, type: 'modal' | 'home'): Checked<JsonObject> {
  const verdict = validateView(view);
  if (verdict.kind === 'refused') return wrong(verdict.error, verdict.messages);
  if (!isObject(view) || textAt(view, 'type') !== type) {
    const message = `[ERROR] must be of type ${type} [json-pointer:/view/type]`;
    return wrong('invalid_arguments', [message]);
  }
  return fine({ ...view, blocks: withIds(objectsAt(view, 'blocks'), workspace.ids) });
}

function showModal(call: MethodCall, how: 'root' | 'push'): Outcome {
  const { args, workspace } = call;
  const body = readView(call, 'modal');
  if (body.kind === 'wrong') return body.outcome;
  const triggerId = textArg(args, 'trigger_id') ?? textArg(args, 'interactivity_pointer') ?? '';
  const trigger = workspace.world.triggers.use(triggerId);
  if (trigger.kind === 'refused') return refused(trigger.error);
  const view = pushOnto(workspace, { user: trigger.user, body: body.value, how, teamId: call.teamId });
  return view.kind === 'fine' ? ok({ view: wireView(view.value) }) : view.outcome;
}

function readView({ args, workspace }: MethodCall, type: 'modal' | 'home'): Checked<JsonObject> {
  return checkedView(workspace, jsonArg(args, 'view'), type);
}
