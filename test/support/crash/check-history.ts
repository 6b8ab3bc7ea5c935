import { fold } from '../../../src/domain/conversation.ts';
import { isApproval } from '../../../src/domain/decision.ts';
import type { EventOf, EventType, StoredEvent } from '../../../src/domain/event.ts';
import type { Effect } from './effects.ts';
import type { History } from './history.ts';
import { openThings } from './people.ts';

type Conversation = History['conversations'][number];

/** Everything in a history that must never be, one line each. Looks at facts only: nothing of the bot's own gate. */
export function violationsIn(history: History): readonly string[] {
  return [
    ...history.audit.map((finding) => `audit: ${finding}`),
    ...lostPresses(history),
    ...history.conversations.flatMap((conversation) => [
      ...openThings(conversation.thread, conversation.messages),
      ...unfinished(conversation),
      ...gaps(conversation),
      ...decisions(conversation),
      ...dispatches(conversation),
      ...results(conversation),
      ...effectsOf(conversation, history.effects),
    ]),
  ];
}

const eventsOf = <T extends EventType>(log: readonly StoredEvent[], type: T): readonly EventOf<T>[] =>
  log.flatMap(({ event }) => (isOf(event, type) ? [event] : []));

const isOf = <T extends EventType>(event: StoredEvent['event'], type: T): event is EventOf<T> => event.type === type;

/** What was acknowledged is in the log: as a decision, or as an answer about an outcome. */
function lostPresses({ conversations, acked }: History): string[] {
  const decided = new Map<string, string>();
  for (const { log } of conversations) {
    for (const { signed } of eventsOf(log, 'approval.decided')) {
      decided.set(signed.decision.approvalId, signed.decision.approver.user);
    }
    for (const answer of eventsOf(log, 'outcome.answered')) decided.set(answer.approvalId, answer.by.user);
  }
  return acked
    .filter(({ approvalId, user }) => decided.get(approvalId) !== user)
    .map(({ approvalId, action }) => `lost: ${action} on ${approvalId} was acknowledged`);
}

function unfinished({ thread, id, log }: Conversation): string[] {
  const { status } = fold(id, log);
  return status.kind === 'idle' ? [] : [`${thread.mark}: its turn is ${status.kind}`];
}

const gaps = ({ thread, log }: Conversation): string[] =>
  log.every(({ seq }, i) => seq === i + 1) ? [] : [`${thread.mark}: its log has a gap`];

function decisions({ thread, log }: Conversation): string[] {
  const ids = eventsOf(log, 'approval.decided').map(({ signed }) => signed.decision.approvalId);
  return new Set(ids).size === ids.length ? [] : [`${thread.mark}: a question was decided twice`];
}

/** Nothing starts before it was approved, with what was approved; a repeat has the same key; `once` is never blind. */
function dispatches({ thread, log }: Conversation): string[] {
  const wrong: string[] = [];
  const approved = new Map<string, { readonly args: string; readonly hash: string }>();
  const started = new Map<string, { key: string; args: string; times: number; allowed: number }>();
  let epoch = 0;
  for (const { event } of log) {
    if (event.type === 'approval.decided' && isApproval(event.signed.decision.decision)) {
      const { requestId, effectiveArgsJson, proposedArgsJson, toolDefHash: hash } = event.signed.decision;
      approved.set(requestId, { args: effectiveArgsJson ?? proposedArgsJson, hash });
    }
    if (event.type === 'outcome.answered' && event.answer === 'run-again') {
      const before = started.get(event.requestId);
      if (before !== undefined) before.allowed += 1;
    }
    if (event.type !== 'tool.dispatched') continue;
    const { call, idempotencyKey: key, effectiveArgsJson: args } = event;
    const permission = approved.get(call.requestId);
    if (permission === undefined) wrong.push('a call started that nobody had approved');
    else if (permission.args !== args || permission.hash !== event.toolDefHash)
      wrong.push('other than what was approved');
    const before = started.get(call.requestId) ?? { key, args, times: 0, allowed: 1 };
    before.times += 1;
    started.set(call.requestId, before);
    if (before.key !== key || before.args !== args) wrong.push('a repeat had another key or other arguments');
    if (event.effect === 'once' && before.times > before.allowed) wrong.push('a `once` call was started again unasked');
    if (event.epoch < epoch) wrong.push('an older claim wrote after a newer one');
    epoch = event.epoch;
  }
  return wrong.map((what) => `${thread.mark}: ${what}`);
}

/** One result per call, and it says the truth; of a turn that was put aside, that the call was cancelled. */
function results({ thread, log }: Conversation): string[] {
  const proposed = eventsOf(log, 'step.accepted').flatMap(({ calls }) => calls.map(({ requestId }) => requestId));
  const completed = eventsOf(log, 'tool.completed').map(({ result }) => result);
  const right = new Set(['succeeded']);
  if (thread.mayBePutAside && eventsOf(log, 'turn.parked').length > 0) right.add('cancelled');
  const wrong = proposed.flatMap((requestId) => {
    const found = completed.filter((result) => result.requestId === requestId);
    return found.length === 1 && right.has(found[0]?.outcome ?? '')
      ? []
      : [`a call has the results ${JSON.stringify(found.map(({ outcome }) => outcome))}`];
  });
  return wrong.map((what) => `${thread.mark}: ${what}`);
}

/** What happened outside was announced in the log before, and as often as it may have. */
function effectsOf({ thread, log }: Conversation, all: readonly Effect[]): string[] {
  const started = log.flatMap(({ at, event }) => (event.type === 'tool.dispatched' ? [{ at, event }] : []));
  const own = all.filter(({ mark }) => mark === thread.mark);
  const wrong: string[] = [];
  for (const { key, at } of own) {
    const announced = started.filter(({ event, at: since }) => event.idempotencyKey === key && since <= at);
    if (announced.length === 0) wrong.push('a tool did something that was not announced');
  }
  for (const { event } of started) {
    const times = own.filter(({ key }) => key === event.idempotencyKey).length;
    const exactly = event.effect === 'once' || event.effect === 'reconcilable' || event.effect === 'keyed';
    if (exactly ? times !== 1 : times < 1) wrong.push(`a \`${event.effect}\` call happened ${times} times`);
  }
  return wrong.map((what) => `${thread.mark}: ${what}`);
}
