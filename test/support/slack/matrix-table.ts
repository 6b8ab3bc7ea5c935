/** Who presses. The approver is named by the rule; the participant is in the channel and not in the rule. */
export const people = {
  requester: 'U0ALICE',
  approver: 'U0BOB',
  participant: 'U0CAROL',
  guest: 'U0GUEST',
  stranger: 'U0DAVE',
  bot: 'U0BOTX',
  deactivated: 'U0GONE',
} as const;
export type Who = keyof typeof people;

export const states = [
  'pending',
  'approved',
  'denied',
  'expired',
  'superseded',
  'cancelled',
  'outcome unknown',
  'outcome answered',
] as const;
export type State = (typeof states)[number];

export const buttons = [
  'approve',
  'remember',
  'deny',
  'edit',
  'view_all',
  'extend',
  'outcome_ran',
  'outcome_run_again',
  'outcome_give_up',
] as const;
export type ButtonId = (typeof buttons)[number];

/** What one press leads to, in the order of `people`: a private word (`told`), a form, or the card itself. */
type Row = readonly [string, string, string, string, string, string, string];

const all = (outcome: string): Row => [outcome, outcome, outcome, outcome, outcome, outcome, outcome];
/** Slack gives no trigger to those who cannot press, so no form can open for them. */
const AGAIN = 'told: Please click again';
const form = (outcome: string): Row => [outcome, outcome, outcome, outcome, outcome, AGAIN, AGAIN];

const NOT_YOU = 'You are not among the people';
const GUEST = 'Guests cannot decide';
const STRANGER = 'People from another organisation';
const BOT = 'told: Bots cannot decide';
const GONE = 'told: This account is deactivated';
const UNKNOWN = 'This question is not known any more';

/** What those who may not decide hear, in a private word or in the form that opened. */
const refused = (how: 'told' | 'form'): readonly [string, string, string, string, string] =>
  how === 'told'
    ? [`told: ${NOT_YOU}`, `told: ${GUEST}`, `told: ${STRANGER}`, BOT, GONE]
    : [`form: ${NOT_YOU}`, `form: ${GUEST}`, `form: ${STRANGER}`, AGAIN, AGAIN];

/** A card that was settled: whoever presses hears how; only those who could have answered hear it from “More time”. */
const settled = (words: string): Readonly<Record<ButtonId, Row>> => ({
  approve: all(`told: ${words}`),
  remember: all(`told: ${words}`),
  deny: form(`form: ${words}`),
  edit: form(`form: ${words}`),
  view_all: form('form: Page 1 of 1'),
  extend: [`told: ${words}`, `told: ${words}`, ...refused('told')],
  outcome_ran: all(`told: ${UNKNOWN}`),
  outcome_run_again: all(`told: ${UNKNOWN}`),
  outcome_give_up: all(`told: ${UNKNOWN}`),
});

/** A question whether a call ran: the buttons of a card mean nothing on it. */
const question = (answers: Readonly<Record<Extract<ButtonId, `outcome_${string}`>, Row>>) => ({
  approve: all(`told: ${UNKNOWN}`),
  remember: all(`told: ${UNKNOWN}`),
  deny: form(`form: ${UNKNOWN}`),
  edit: form(`form: ${UNKNOWN}`),
  view_all: form(`form: ${UNKNOWN}`),
  extend: all(`told: ${UNKNOWN}`),
  ...answers,
});

/** The call was not gated, so only the person it was for may say what became of it. */
const answered = (card: string): Row => [card, `told: ${NOT_YOU}`, ...refused('told')];

export const outcomes: Readonly<Record<State, Readonly<Record<ButtonId, Row>>>> = {
  pending: {
    approve: ['card: Approved', 'card: Approved', ...refused('told')],
    remember: ['card: Approved', 'told: “Don’t ask again” is not possible', ...refused('told')],
    deny: ['form: The call will not run', 'form: The call will not run', ...refused('form')],
    edit: ['form: What you leave as it is', 'form: What you leave as it is', ...refused('form')],
    view_all: form('form: Page 1 of 1'),
    extend: ['told: More time was added', 'told: More time was added', ...refused('told')],
    outcome_ran: all(`told: ${UNKNOWN}`),
    outcome_run_again: all(`told: ${UNKNOWN}`),
    outcome_give_up: all(`told: ${UNKNOWN}`),
  },
  approved: settled('Already approved by'),
  denied: settled('Already denied by'),
  expired: settled('Too late: this has expired'),
  superseded: settled('This was withdrawn'),
  cancelled: settled('This was cancelled'),
  'outcome unknown': question({
    outcome_ran: answered('card: Answered: it ran'),
    outcome_run_again: answered('card: Answered: it did not run'),
    outcome_give_up: answered('card: Answered: given up'),
  }),
  'outcome answered': question({
    outcome_ran: all('told: Somebody has already answered this'),
    outcome_run_again: all('told: Somebody has already answered this'),
    outcome_give_up: all('told: Somebody has already answered this'),
  }),
};
