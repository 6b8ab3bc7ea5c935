import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalSlack, startLocalSlack } from '../../src/local-slack/server/start.ts';
import type { Bot } from '../../src/wire.ts';
import type { Card } from '../support/scenario/card.ts';
import { startChildBot } from '../support/scenario/child-bot.ts';
import { startDemoBotHere } from '../support/scenario/demo-bot-here.ts';
import { shopEffects } from '../support/scenario/shop-effects.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';
import { controlAt, eventually, type PersonInSlack, personAt } from '../support/slack/people.ts';

/** Starting a process anew takes a second, and many on a machine that is busy with other tests. */
const RESTARTS_MS = 120_000;

describe('a bot that is killed while a card waits and started again', () => {
  let workspace: LocalSlack;
  let dataDir: string;
  let alice: PersonInSlack;
  let bot: Bot;
  /** A card that was there before the first death, its thread, and whether it took a press while no bot ran. */
  let waiting: { readonly thread: Thread; readonly card: Card; readonly pressUnheard: { readonly ok: boolean } };
  /** Asked when the first bot died. */
  let justPosted: Thread;
  /** Approved when the second bot died. */
  let acknowledged: Card;

  const askForNote = (text: string): Promise<Thread> =>
    ask(alice, 'C0SUPPORT', `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}\n!step\n!results`);
  const timesRun = (text: string): number =>
    shopEffects(dataDir).filter(({ args }) => JSON.stringify(args).includes(`"${text}"`)).length;

  /** A bot that dies in the instant it has posted a card, while another one waits. */
  async function firstLife(): Promise<void> {
    const first = await startChildBot(workspace.url, dataDir);
    const thread = await askForNote('waiting');
    const card = await thread.card('"waiting"');
    const control = controlAt(workspace.url);
    const before = (await control.calls()).at(-1)?.n ?? 0;
    justPosted = await askForNote('just posted');
    await eventually('the card to be accepted', async () =>
      (await control.calls(before)).some(({ method }) => method === 'chat.postMessage'),
    );
    await first.kill9();
    waiting = { thread, card, pressUnheard: await card.press(alice, 'approve') };
  }

  /** A bot that dies as soon as it has acknowledged a press. */
  async function secondLife(): Promise<void> {
    const second = await startChildBot(workspace.url, dataDir);
    acknowledged = await (await askForNote('acknowledged')).card('"acknowledged"');
    await acknowledged.press(alice, 'approve');
    await second.kill9();
  }

  beforeAll(async () => {
    workspace = await startLocalSlack({ rateLimits: 'off' });
    alice = personAt(workspace.url, 'U0ALICE');
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-restart-'));
    await firstLife();
    await secondLife();
    bot = await startDemoBotHere(workspace.url, dataDir);
  }, RESTARTS_MS);
  afterAll(async () => {
    await bot?.stop();
    await workspace?.close();
    rmSync(dataDir, { recursive: true });
  });

  it('runs the call once at the first click that somebody hears', async () => {
    const { thread, card, pressUnheard } = waiting;
    expect(pressUnheard).toMatchObject({ ok: false });
    expect(await card.press(alice, 'approve')).toMatchObject({ ok: true });
    await thread.sees('"ok":true');
    await card.settles(alice, 'It ran.');
    expect(timesRun('waiting')).toBe(1);
  });

  it('runs the call of a click that was acknowledged just before', async () => {
    await acknowledged.settles(alice, 'It ran.');
    expect(timesRun('acknowledged')).toBe(1);
  });

  it('knows the card that was posted in the instant of its death', async () => {
    await (await justPosted.card('"just posted"')).press(alice, 'approve');
    await justPosted.sees('"ok":true');
    expect(timesRun('just posted')).toBe(1);
  });
});
