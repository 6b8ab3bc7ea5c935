import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { isObject, type JsonObject, objectsAt } from '../json.ts';
import type { Outcome } from '../web-api/outcome.ts';
import { checkedView, pushOnto, replaceView } from '../web-api/view-methods.ts';
import type { Workspace } from '../workspace.ts';
import type { View } from '../world/views.ts';

/** Does what the app's answer to a submission says; an answer Slack could not use shows "trouble connecting". */
export function followAnswer(workspace: Workspace, view: View, answer: JsonObject): Reply {
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
  const pushed = pushOnto(workspace, { user: view.user, body: body.value, how: 'push', teamId: view.teamId });
  return pushed.kind === 'fine' ? jsonReply({ ok: true, pushed: true }) : unusable(messagesOf(pushed.outcome));
}

function messagesOf(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'ok') return [];
  const errors = outcome.extra['errors'];
  return [outcome.error, ...(Array.isArray(errors) ? errors.map(String) : [])];
}

function unusable(messages: readonly string[]): Reply {
  return problem(424, 'app_answer_unusable', { messages });
}

export function showErrors(workspace: Workspace, view: View, errors: Readonly<Record<string, string>>): Reply {
  view.errors = errors;
  workspace.changes.record('view_changed', { user: view.user, view: view.id });
  return jsonReply({ ok: true, errors });
}
