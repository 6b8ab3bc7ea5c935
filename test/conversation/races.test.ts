import { describe, expect, test } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { botWith } from '../support/bot.ts';
import { alice, bob, here, policy, theCard, treatment } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

type Bot = Awaited<ReturnType<typeof botWith>>;

const allowAll = { ...policy, otherwise: { ...treatment, decision: 'allow' as const } };

/** Does something just before the first append that holds an event of this type. */
function justBefore(it: Bot, type: DomainEvent['type'], act: () => Promise<unknown>): void {
  const append = it.store.log.append.bind(it.store.log);
  let done = false;
  Reflect.set(it.store.log, 'append', async (...args: Parameters<typeof append>) => {
    if (!done && args[1].some((event) => event.type === type)) {
      done = true;
      await act();
    }
    return await append(...args);
  });
}

/** The process dies instead of making a result durable. */
function dieAtResult(it: Bot): () => void {
  const append = it.store.log.append.bind(it.store.log);
  Reflect.set(it.store.log, 'append', (...args: Parameters<typeof append>) =>
    args[1].some(({ type }) => type === 'tool.completed') ? Promise.reject(new Error('killed')) : append(...args),
  );
  return () => Reflect.set(it.store.log, 'append', append);
}

const types = async (it: Bot): Promise<readonly string[]> => (await it.log()).map(({ type }) => type);

const owedCards = async (it: Bot): Promise<readonly string[]> =>
  (await it.store.outbox.take(100, 1_000)).map(({ key }) => key).filter((key) => key.startsWith('card:'));

describe('a stop', () => {
  test('that lands between the verdict and the intent keeps the tool from starting', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool], policy: allowAll });
    justBefore(it, 'tool.dispatched', () => it.commands.stop(here, alice));
    await it.say('!call pay {"cents":5}');
    expect(runs).toEqual([]);
    expect(await types(it)).not.toContain('tool.dispatched');
    expect((await types(it)).at(-1)).toBe('turn.stopped');
  });

  test('that lands while a turn is being prepared keeps it from starting', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!say more');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    justBefore(it, 'turn.started', () => it.commands.stop(here, alice));
    await it.answer(card);
    expect(it.texts).not.toContain('more');
    expect((await types(it)).at(-1)).toBe('turn.stopped');
  });

  test('of one turn leaves the message that waits behind it to be answered', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool], policy: allowAll });
    justBefore(it, 'tool.dispatched', async () => {
      await it.commands.receive({
        conversation: here,
        messageId: 'behind',
        author: bob,
        text: '!say hello bob',
        addressed: true,
        persona: null,
        backfill: [],
      });
      await it.commands.stop(here, alice);
    });
    await it.say('!call pay {"cents":5}');
    await it.settle();
    expect(it.texts.at(-1)).toBe('hello bob');
  });

  test('of a turn with two cards owes both of them their end', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}\n!call pay {"cents":2}');
    const cards = await it.pending();
    await it.store.outbox.take(100, 1).then((items) => Promise.all(items.map((item) => it.store.outbox.settle(item))));
    await it.commands.stop(here, alice);
    expect([...(await owedCards(it))].sort()).toEqual(cards.map((id) => `card:${id}`).sort());
  });
});

describe('a message of the principal', () => {
  test('sent while a turn is still coming to its pause supersedes its card', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    justBefore(it, 'approval.requested', () =>
      it.commands.receive({
        conversation: here,
        messageId: 'meanwhile',
        author: alice,
        text: '!say something else',
        addressed: true,
        persona: null,
        backfill: [],
      }),
    );
    await it.say('!call pay {"cents":5}');
    expect(await it.pending()).toEqual([]);
    expect(it.texts.at(-1)).toBe('something else');
  });

  test('with a file taints the conversation, in a follow-up too', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool], policy: allowAll });
    await it.say('!say hi');
    const source = { kind: 'attachment' } as const;
    await it.commands.receive({
      conversation: here,
      messageId: 'file',
      author: alice,
      text: '!call pay {"cents":5}',
      addressed: true,
      persona: null,
      backfill: [{ author: alice, text: 'Attached file, not read: a.pdf', source }],
    });
    await it.settle();
    expect(await it.pending()).toHaveLength(1);
  });
});

describe('a grant', () => {
  test('given while the conversation was clean opens no mutation once it is tainted, even if the card named it', async () => {
    const pay = counting({ effect: 'idempotent', cacheable: true });
    const web = counting({ name: 'web', untrusted: true, effect: 'read', cacheable: true });
    const narrow = { ...policy, base: new Set(['local-read'] as const) };
    const it = await botWith({ tools: [pay.tool, web.tool], policy: narrow });
    await it.say('!call pay {"cents":1}');
    const [card] = await it.pending();
    if (card !== undefined) await it.answer(card, { kind: 'approve-and-remember' });
    await it.say('!call pay {"cents":2}');
    expect(pay.runs).toHaveLength(2);
    await it.say('!call web {"cents":0}');
    const [read] = await it.pending();
    if (read !== undefined) await it.answer(read);
    await it.say('!call pay {"cents":3}');
    expect(pay.runs).toHaveLength(2);
    expect(await it.pending()).toHaveLength(1);
  });
});

describe('a call of which nobody knows whether it ran', () => {
  async function questioned(quorum = 1) {
    const { tool, runs } = counting({ effect: 'once' });
    const approvers = { ...requesterOnly, channels: ['here'], quorum };
    const it = await botWith({ tools: [tool], policy: { ...policy, otherwise: { ...treatment, approvers } } });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    if (quorum > 1) await it.answer(card, { kind: 'approve', note: null }, bob);
    const live = dieAtResult(it);
    await expect(it.answer(card)).rejects.toThrow('killed');
    live();
    it.clock.time += 20_000;
    await it.settle();
    const [id] = (await it.conversations.read(here)).approvals.questions.keys();
    if (id === undefined) throw new Error('nobody was asked');
    return { it, runs, id };
  }

  test('is given up when nobody says so for days; the conversation goes on', async () => {
    const { it, runs } = await questioned();
    it.clock.time += 3 * 24 * 3_600_000;
    await it.settle();
    expect(runs).toHaveLength(1);
    expect(it.texts.at(-1)).toContain('it is not known whether this ran');
  });

  test('runs again on one person’s word where one person could approve it', async () => {
    const { it, runs, id } = await questioned();
    await it.commands.answerOutcome({ approvalId: id, person: alice, answer: 'run-again' });
    await it.settle();
    expect(runs).toHaveLength(2);
    expect(new Set(runs.map(({ key }) => key)).size).toBe(1);
  });

  test('is asked about anew where several had to agree', async () => {
    const { it, runs, id } = await questioned(2);
    await it.commands.answerOutcome({ approvalId: id, person: alice, answer: 'run-again' });
    await it.settle();
    expect(runs).toHaveLength(1);
    const [again] = await it.pending();
    expect(again).toBeDefined();
    if (again === undefined) return;
    await it.commands.cardPosted(again, theCard);
    await it.answer(again, { kind: 'approve', note: null }, bob);
    await it.answer(again);
    expect(runs).toHaveLength(2);
  });
});

describe('a turn that keeps dying', () => {
  test('is parked with its cards cancelled; the next message is answered', async () => {
    const { tool } = counting({ effect: 'idempotent' });
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}\n!call pay {"cents":2}');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    const live = dieAtResult(it);
    await expect(it.answer(card)).rejects.toThrow('killed');
    for (let tries = 0; tries < 6; tries += 1) {
      it.clock.time += 20_000;
      await it.settle().catch(() => {});
    }
    live();
    it.clock.time += 20_000;
    await it.settle();
    expect(await types(it)).toContain('turn.parked');
    expect(await it.pending()).toEqual([]);
    await it.say('!say still here');
    expect(it.texts.at(-1)).toBe('still here');
  });
});
