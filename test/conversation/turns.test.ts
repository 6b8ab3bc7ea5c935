import { describe, expect, test } from 'vitest';
import { botWith } from '../support/bot.ts';
import { alice, bob, directoryOf, here, policy, profileOf, theCard, treatment } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

const allowAll = { ...policy, otherwise: { ...treatment, decision: 'allow' as const } };

describe('turns by fold', () => {
  test('a gated call pauses the turn; approving it runs it once and the model hears the result', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!say I will pay.\n!call pay {"cents":5}\n!step\n!results');
    expect(it.ends).toEqual([{ kind: 'paused' }]);
    expect(runs).toEqual([]);
    const [card] = await it.pending();
    expect(card).toBeDefined();
    if (card === undefined) return;
    await it.answer(card);
    expect(runs).toHaveLength(1);
    expect(it.texts).toEqual(['I will pay.', 'paid 5']);
    expect(it.ends.at(-1)).toEqual({ kind: 'finished' });
  });

  test('a denial with a reason is heard by the model, and nothing runs', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    const [card] = await it.pending();
    if (card !== undefined) await it.answer(card, { kind: 'deny', reason: 'too much' });
    expect(runs).toEqual([]);
    expect(it.texts.at(-1)).toContain('"approved":false');
    expect(it.texts.at(-1)).toContain('too much');
  });

  test('an edit runs in place of the proposal', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    const [card] = await it.pending();
    if (card !== undefined) await it.answer(card, { kind: 'approve-edited', argsJson: '{ "cents": 3 }', note: null });
    expect(runs.map(({ args }) => args)).toEqual([{ cents: 3 }]);
  });

  test('an edit that does not fit the schema is refused and the card stays', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    const outcome = await it.answer(card, { kind: 'approve-edited', argsJson: '{"cents":"x"}', note: null });
    expect(outcome.kind).toBe('invalid-edit');
    expect(await it.pending()).toEqual([card]);
  });

  test('"don\'t ask again" lets the next call run unasked until it is revoked', async () => {
    const { tool, runs } = counting({ effect: 'idempotent', cacheable: true });
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    await it.answer(card, { kind: 'approve-and-remember' });
    await it.say('!call pay {"cents":2}');
    expect(runs).toHaveLength(2);
    expect(await it.commands.revoke(card, alice)).toBe('revoked');
    await it.say('!call pay {"cents":3}');
    expect(runs).toHaveLength(2);
    expect(await it.pending()).toHaveLength(1);
  });

  test('a grant of one person does not serve another in the same thread', async () => {
    const { tool, runs } = counting({ effect: 'idempotent', cacheable: true });
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}');
    const [card] = await it.pending();
    if (card !== undefined) await it.answer(card, { kind: 'approve-and-remember' });
    await it.say('!call pay {"cents":2}', bob);
    expect(runs).toHaveLength(1);
  });

  test('a newer message of the principal supersedes the card; the call never runs', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}');
    const [card] = await it.pending();
    await it.say('!say never mind');
    expect(await it.pending()).toEqual([]);
    expect(it.texts.at(-1)).toBe('never mind');
    expect(card && (await it.answer(card))).toMatchObject({ kind: 'already-settled' });
    expect(runs).toEqual([]);
  });

  test("someone else's message waits until the card is answered", async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!say done');
    await it.say('!say hello bob', bob);
    const [card] = await it.pending();
    expect(card).toBeDefined();
    if (card !== undefined) await it.answer(card);
    expect(runs).toHaveLength(1);
    expect(it.texts).toEqual(['', 'done', 'hello bob']);
  });

  test('a card nobody answers expires, and the model hears that nobody answered', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    it.clock.time += treatment.expiresAfterMs;
    await it.settle();
    expect(it.texts.at(-1)).toContain('nobody answered');
  });

  test('of two gated calls, the first answer runs its call and the other stays pending under its own id', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}\n!call pay {"cents":2}\n!step\n!results');
    const [first, second] = await it.pending();
    if (first === undefined || second === undefined) throw new Error('two cards expected');
    await it.answer(second);
    expect(runs.map(({ args }) => args)).toEqual([{ cents: 2 }]);
    expect(await it.pending()).toEqual([first]);
    await it.answer(first);
    expect(it.texts.at(-1)).toBe('paid 1\npaid 2');
  });

  test('stopping a paused turn cancels its card and answers its calls', async () => {
    const { tool, runs } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}');
    expect(await it.commands.stop(here, alice)).toBe('stopping');
    await it.settle();
    expect(await it.pending()).toEqual([]);
    await it.say('!say fine');
    expect(it.texts.at(-1)).toBe('fine');
    expect(runs).toEqual([]);
  });

  test('untrusted content takes away what a tool may do unasked', async () => {
    const web = counting({ name: 'web', untrusted: true, effect: 'read' });
    const pay = counting();
    const it = await botWith({ tools: [web.tool, pay.tool], policy: allowAll });
    await it.say('!call pay {"cents":1}');
    expect(pay.runs).toHaveLength(1);
    await it.say('!call web {"cents":0}\n!step\n!call pay {"cents":2}');
    expect(pay.runs).toHaveLength(1);
    expect(await it.pending()).toHaveLength(1);
  });

  test('a failed model call ends the turn as failed; retry takes it up again', async () => {
    const { tool } = counting();
    const it = await botWith({ tools: [tool] });
    await it.say('!say before\n!fail broken');
    expect(it.ends.at(-1)).toMatchObject({ kind: 'failed' });
    expect(await it.commands.retry(here, alice)).toBe('retrying');
    await it.settle();
    expect(it.ends.at(-1)).toMatchObject({ kind: 'failed' });
  });
});

describe('an approver who cannot be looked up', () => {
  test('keeps the call waiting, however long; it runs once they can be', async () => {
    const { tool, runs } = counting();
    let known = true;
    const directory = directoryOf({
      profile: (person) => (known ? Promise.resolve(profileOf(person)) : Promise.reject(new Error('down'))),
    });
    const it = await botWith({ tools: [tool], setup: { directory } });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    await it.commands.cardPosted(card, theCard);
    const answer = { kind: 'approve', note: null } as const;
    await it.commands.answer({ approvalId: card, person: alice, enterprise: null, card: theCard, answer });
    known = false;
    for (let tries = 0; tries < 10; tries += 1) {
      await it.settle();
      it.clock.time += 60_000;
    }
    expect(runs).toEqual([]);
    known = true;
    it.clock.time += 300_000;
    await it.settle();
    expect(it.texts.at(-1)).toBe('paid 5');
  });

  test('who may not decide any more did not decide: the call is asked about again', async () => {
    const { tool, runs } = counting();
    let deactivated = false;
    const directory = directoryOf({ profile: async (person) => profileOf(person, { deactivated }) });
    const it = await botWith({ tools: [tool], setup: { directory } });
    await it.say('!call pay {"cents":5}');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    await it.commands.cardPosted(card, theCard);
    const answer = { kind: 'approve', note: null } as const;
    await it.commands.answer({ approvalId: card, person: alice, enterprise: null, card: theCard, answer });
    deactivated = true;
    await it.settle();
    expect(runs).toEqual([]);
    expect((await it.log()).map(({ type }) => type)).toContain('decision.rejected');
    expect(await it.pending()).toHaveLength(1);
  });
});

describe('recovery by fold', () => {
  test.each(['read', 'idempotent', 'keyed'] as const)(
    'a %s call whose process died runs again under the same key',
    async (effect) => {
      const { tool, runs } = counting({ effect });
      const it = await botWith({ tools: [tool] });
      await it.say('!call pay {"cents":5}\n!step\n!results');
      const [card] = await it.pending();
      if (card === undefined) throw new Error('no card');
      const append = it.store.log.append.bind(it.store.log);
      // The process "dies" after the tool ran, before its result is durable.
      Reflect.set(it.store.log, 'append', (...args: Parameters<typeof append>) =>
        args[1].some(({ type }) => type === 'tool.completed') ? Promise.reject(new Error('killed')) : append(...args),
      );
      await expect(it.answer(card)).rejects.toThrow('killed');
      Reflect.set(it.store.log, 'append', append);
      it.clock.time += 20_000;
      await it.settle();
      expect(runs).toHaveLength(2);
      expect(new Set(runs.map(({ key }) => key)).size).toBe(1);
      expect(it.texts.at(-1)).toBe('paid 5');
    },
  );

  test('a once call whose process died is never run again blindly: a person is asked', async () => {
    const { tool, runs } = counting({ effect: 'once' });
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":5}\n!step\n!results');
    const [card] = await it.pending();
    if (card === undefined) throw new Error('no card');
    const append = it.store.log.append.bind(it.store.log);
    Reflect.set(it.store.log, 'append', (...args: Parameters<typeof append>) =>
      args[1].some(({ type }) => type === 'tool.completed') ? Promise.reject(new Error('killed')) : append(...args),
    );
    await expect(it.answer(card)).rejects.toThrow('killed');
    Reflect.set(it.store.log, 'append', append);
    it.clock.time += 20_000;
    await it.settle();
    expect(runs).toHaveLength(1);
    const question = (await it.log()).find((event) => event.type === 'outcome.questioned');
    if (question?.type !== 'outcome.questioned') throw new Error('nobody was asked');
    const { approvalId } = question;
    expect(await it.commands.answerOutcome({ approvalId, person: alice, answer: 'ran' })).toBe('recorded');
    await it.settle();
    expect(runs).toHaveLength(1);
    expect(it.texts.at(-1)).toContain('a person confirmed');
  });
});
