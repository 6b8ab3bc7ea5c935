/**
 * Every button and field the bot draws. `stored`: the press changes something, so it is kept before it is acked and
 * handled from the inbox, whatever happens to this process. `live`: it only opens or turns a page, for which Slack
 * gives three seconds.
 */
export const actions = {
  approve: 'stored',
  remember: 'stored',
  outcome_ran: 'stored',
  outcome_run_again: 'stored',
  outcome_give_up: 'stored',
  extend: 'stored',
  elicit_visited: 'stored',
  elicit_decline: 'stored',
  retry: 'stored',
  rate: 'stored',
  revoke: 'stored',
  revoke_all: 'stored',
  card_route: 'stored',
  deny: 'live',
  edit: 'live',
  view_all: 'live',
  page_back: 'live',
  page_on: 'live',
  elicit_form: 'live',
  elicit_open: 'live',
} as const satisfies Readonly<Record<string, 'stored' | 'live'>>;

export type ActionId = keyof typeof actions;

const byId: ReadonlyMap<string, 'stored' | 'live'> = new Map(Object.entries(actions));

export const handlingOf = (actionId: string): 'stored' | 'live' | 'unknown' => byId.get(actionId) ?? 'unknown';

/** Modals by what submitting them means. */
export const callbacks = {
  deny: 'deny_reason',
  edit: 'edit_arguments',
  viewAll: 'view_all_arguments',
  ask: 'ask_about_message',
  elicit: 'answer_elicitation',
} as const;
