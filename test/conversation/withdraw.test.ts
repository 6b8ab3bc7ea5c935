import { describe, expect, test } from 'vitest';
import { makeWithdraw } from '../../src/conversation/withdraw.ts';
import { conversationId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import { revocationBytesV1 } from '../../src/domain/revocation.ts';
import { botWith } from '../support/bot.ts';
import { alice, askedRequest, conversationWith, here, pausedWith, theTurn } from '../support/conversation.ts';
import { counting } from '../support/counting-tool.ts';

const bot: Person = { team: 'T0LOCAL', user: 'U0COUNTER' };
const elsewhere = conversationId('T0LOCALS:C0X:1.000100');

/** The command over what a test has set up. */
const withdrawIn = (it: Awaited<ReturnType<typeof conversationWith>>) =>
  makeWithdraw({ ...it, index: it.store.index, worker: { abort: (id) => void it.aborted.push(id) } });

describe('a place the bot was removed from', () => {
  test('a paused turn ends as stopped by the bot, with a result for every call', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    expect(await withdrawIn(it)('T0LOCAL:', bot)).toBe(1);
    const log = (await it.store.log.read(here)).map(({ event }) => event);
    expect(log.slice(-3)).toMatchObject([
      { type: 'approval.cancelled', by: bot },
      { type: 'tool.completed', result: { outcome: 'cancelled' } },
      { type: 'turn.stopped', by: bot },
    ]);
  });

  test('a running turn is asked to stop, once', async () => {
    const events = pausedWith(askedRequest()).slice(0, 2);
    const it = await conversationWith({ events });
    await it.store.work.wake(here);
    const withdraw = withdrawIn(it);
    expect([await withdraw('T0LOCAL:', bot), await withdraw('T0LOCAL:', bot)]).toEqual([1, 0]);
    expect((await it.types()).filter((type) => type === 'stop.requested')).toHaveLength(1);
    expect(it.aborted).toContain(here);
  });

  test('a grant is taken back by a signature that holds', async () => {
    const { tool } = counting({ effect: 'idempotent', cacheable: true });
    const it = await botWith({ tools: [tool] });
    await it.say('!call pay {"cents":1}');
    const [card] = await it.pending();
    if (card !== undefined) await it.answer(card, { kind: 'approve-and-remember' });
    expect(await it.commands.grantsOf(alice)).toHaveLength(1);
    await withdrawIn(it)('T0LOCAL:', bot);
    expect(await it.commands.grantsOf(alice)).toEqual([]);
    const revoked = (await it.log()).find((event) => event.type === 'grant.revoked');
    if (revoked?.type !== 'grant.revoked') throw new Error('nothing was revoked');
    const { revocation, signature } = revoked.signed;
    expect(revocation.by).toEqual(bot);
    const bytes = revocationBytesV1(signature.kid, revocation);
    expect(it.verifier.verify(bytes, signature, revocation.at)).toBe('valid');
  });

  test('a place whose id begins alike is left alone', async () => {
    const it = await conversationWith({});
    await it.store.log.append(elsewhere, pausedWith(askedRequest()), { after: 0 });
    expect(await withdrawIn(it)('T0LOCAL:', bot)).toBe(0);
    expect((await it.conversations.read(elsewhere)).status).toMatchObject({ kind: 'paused', turnId: theTurn });
  });

  test('more conversations than fit one look are all ended', async () => {
    const it = await conversationWith({});
    const MANY = 230;
    for (let i = 0; i < MANY; i += 1) {
      const request = askedRequest({ approvalId: askedRequest().approvalId });
      await it.store.log.append(conversationId(`T0LOCAL:C0GENERAL:${i}.000100`), pausedWith(request), { after: 0 });
      await it.store.work.wake(conversationId(`T0LOCAL:C0GENERAL:${i}.000100`));
    }
    expect(await withdrawIn(it)('T0LOCAL:', bot)).toBe(MANY);
  });
});
