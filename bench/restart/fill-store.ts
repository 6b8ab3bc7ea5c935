import type { DomainEvent } from '../../src/domain/event.ts';
import { type ApprovalId, turnId } from '../../src/domain/ids.ts';
import type { SqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { BenchBot } from '../bot/bench-bot.ts';
import { newConversation } from '../bot/desk.ts';
import { alice } from '../bot/people.ts';
import { question } from '../bot/scenario.ts';

/** Turns of one conversation before the next one is begun. */
const TURNS_EACH = 10;
/** Conversations written at a time: as many as one transaction of the store takes. */
const AT_ONCE = 200;

/** Writes finished turns, then brings as many conversations to a posted card as are to wait. */
export async function fillStore(
  store: SqliteStore,
  bot: BenchBot,
  turns: number,
  pending: number,
): Promise<{ readonly approvals: readonly ApprovalId[]; readonly events: number }> {
  const conversations = Math.ceil(turns / TURNS_EACH);
  for (let from = 0; from < conversations; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, conversations - from);
    await Promise.all(Array.from({ length: count }, () => writeTurns(store, Math.min(turns, TURNS_EACH))));
  }
  const approvals: ApprovalId[] = [];
  for (let from = 0; from < pending; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, pending - from) }, newConversation);
    await Promise.all(some.map((conversation) => bot.say(conversation, question)));
    await Promise.all(some.map(() => bot.work()));
    const asked = (await Promise.all(some.map((conversation) => bot.pending(conversation)))).flat();
    await Promise.all(asked.map((approval) => bot.cardPosted(approval)));
    approvals.push(...asked);
  }
  const heads = await store.chain.heads();
  return { approvals, events: heads.reduce((sum, { seq }) => sum + seq, 0) };
}

async function writeTurns(store: SqliteStore, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, i) => oneTurn(i)).flat();
  const { kind } = await store.log.append(newConversation(), events, { after: 0 });
  if (kind !== 'appended') throw new Error(`an append was answered ${kind}`);
}

function oneTurn(n: number): readonly DomainEvent[] {
  const id = turnId(`turn-${n}`);
  return [
    {
      type: 'message.received',
      messageId: `m${n}`,
      author: alice,
      text: `question ${n}`,
      addressed: true,
      persona: null,
    },
    { type: 'turn.started', turnId: id, principal: alice, takes: [`m${n}`], epoch: 0, persona: null },
    {
      type: 'step.accepted',
      turnId: id,
      text: `answer ${n}`,
      calls: [],
      usage: { inputTokens: 10, outputTokens: 10, cachedInputTokens: 0 },
      stop: 'end',
      grounded: false,
      providerState: null,
    },
    { type: 'turn.finished', turnId: id, end: 'end' },
  ];
}
