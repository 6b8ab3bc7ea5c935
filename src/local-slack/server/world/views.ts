import type { Ids } from '../ids.ts';
import { isObject, type JsonObject, textAt } from '../json.ts';

/** An open modal, or a person's App Home. */
export interface View {
  readonly id: string;
  readonly user: string;
  /** The workspace whose installation of the app shows it. */
  readonly teamId: string;
  readonly rootId: string;
  readonly previousId: string | undefined;
  /** What the app sent, with ids filled in. */
  body: JsonObject;
  hash: string;
  /** The app's complaints about the last submission, by block id. */
  errors: Readonly<Record<string, string>>;
}

/** Slack: one root and two pushed views. */
export const VIEW_STACK_LIMIT = 3;

export interface Views {
  /** The person's open modals, the top one last. */
  stack(user: string): readonly View[];
  find(id: string): View | undefined;
  byExternalId(externalId: string): View | undefined;
  home(user: string): View | undefined;
  /** Puts a modal on top; with `root` the open ones make way for it. */
  open(user: string, body: JsonObject, how: 'root' | 'push', teamId: string): View;
  publish(user: string, body: JsonObject, teamId: string): View;
  replace(view: View, body: JsonObject): void;
  closeTop(user: string): View | undefined;
  closeAll(user: string): readonly View[];
}

export function makeViews(ids: Ids, now: () => number): Views {
  const stacks = new Map<string, View[]>();
  const homes = new Map<string, View>();
  const newHash = () => `${Math.floor(now() / 1_000)}.${ids.hex(8)}`;
  const stack = (user: string) => stacks.get(user) ?? [];
  const all = () => [...[...stacks.values()].flat(), ...homes.values()];

  function make(user: string, body: JsonObject, below: View | undefined, teamId: string): View {
    const id = ids.next('V');
    return { id, user, teamId, rootId: below?.rootId ?? id, previousId: below?.id, body, hash: newHash(), errors: {} };
  }

  function replace(view: View, body: JsonObject): void {
    view.body = body;
    view.hash = newHash();
    view.errors = {};
  }

  return {
    stack,
    find: (id) => all().find((view) => view.id === id),
    byExternalId: (externalId) => all().find((view) => textAt(view.body, 'external_id') === externalId),
    home: (user) => homes.get(user),
    open(user, body, how, teamId) {
      const below = how === 'push' ? stack(user) : [];
      const view = make(user, body, below.at(-1), teamId);
      stacks.set(user, [...below, view]);
      return view;
    },
    publish(user, body, teamId) {
      const known = homes.get(user);
      if (known) {
        replace(known, body);
        return known;
      }
      const view = make(user, body, undefined, teamId);
      homes.set(user, view);
      return view;
    },
    replace,
    closeTop(user) {
      const open = stack(user);
      stacks.set(user, open.slice(0, -1));
      return open.at(-1);
    },
    closeAll(user) {
      const open = stack(user);
      stacks.set(user, []);
      return open;
    },
  };
}

/** The view as Slack sends it in payloads and answers. */
export function viewForApp(view: View, appId: string, botId: string, values: JsonObject): JsonObject {
  const { body, teamId } = view;
  const text = (key: string) => textAt(body, key) ?? '';
  return {
    id: view.id,
    team_id: teamId,
    type: text('type'),
    blocks: Array.isArray(body['blocks']) ? body['blocks'] : [],
    private_metadata: text('private_metadata'),
    callback_id: text('callback_id'),
    state: { values },
    hash: view.hash,
    title: isObject(body['title']) ? body['title'] : { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: body['clear_on_close'] === true,
    notify_on_close: body['notify_on_close'] === true,
    close: isObject(body['close']) ? body['close'] : null,
    submit: isObject(body['submit']) ? body['submit'] : null,
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: appId,
    external_id: text('external_id'),
    app_installed_team_id: teamId,
    bot_id: botId,
  };
}
