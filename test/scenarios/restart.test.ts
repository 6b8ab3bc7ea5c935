import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalSlack, startLocalSlack } from '../../src/local-slack/server/start.ts';
import { type ChildBot, startChildBot } from '../support/scenario/child-bot.ts';
import { shopEffects } from '../support/scenario/shop-effects.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';
import { controlAt, eventually, type PersonInSlack, personAt } from '../support/slack/people.ts';

/** Starting a process anew takes a second, and many on a machine that is busy with other tests. */
const RESTART_MS = 90_000;

describe('a bot that is killed while a card waits and started again', () => {
  let workspace: LocalSlack;
  let dataDir: string;
  let bot: ChildBot;
  let alice: PersonInSlack;
  beforeAll(async () => {
    workspace = await startLocalSlack({ rateLimits: 'off' });
    alice = personAt(workspace.url, 'U0ALICE');
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-restart-'));
    bot = await startChildBot(workspace.url, dataDir);
  }, RESTART_MS);
  afterAll(async () => {
    await bot?.kill9();
    await workspace?.close();
    rmSync(dataDir, { recursive: true });
  });

  const askForNote = (text: string): Promise<Thread> =>
    ask(alice, 'C0SUPPORT', `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}\n!step\n!results`);
  const timesRun = (text: string): number =>
    shopEffects(dataDir).filter(({ args }) => JSON.stringify(args).includes(`"${text}"`)).length;
  const startAgain = async (): Promise<void> => {
    bot = await startChildBot(workspace.url, dataDir);
  };

  it('runs the call once at the first click', { timeout: RESTART_MS }, async () => {
    const thread = await askForNote('pending');
    const card = await thread.card('"pending"');
    await bot.kill9();
    expect(await card.press(alice, 'approve')).toMatchObject({ ok: false });

    await startAgain();
    expect(await card.press(alice, 'approve')).toMatchObject({ ok: true });
    await thread.sees('"ok":true');
    await card.settles(alice, 'It ran.');
    expect(timesRun('pending')).toBe(1);
  });

  it('runs the call of a click that was acknowledged just before', { timeout: RESTART_MS }, async () => {
    const thread = await askForNote('acknowledged');
    const card = await thread.card('"acknowledged"');
    await card.press(alice, 'approve');
    await bot.kill9();

    await startAgain();
    await card.settles(alice, 'It ran.');
    expect(timesRun('acknowledged')).toBe(1);
  });

  it('knows the card that was posted in the instant of its death', { timeout: RESTART_MS }, async () => {
    const control = controlAt(workspace.url);
    const before = (await control.calls()).at(-1)?.n ?? 0;
    const thread = await askForNote('just posted');
    await eventually('the card to be accepted', async () =>
      (await control.calls(before)).some(({ method }) => method === 'chat.postMessage'),
    );
    await bot.kill9();

    await startAgain();
    await (await thread.card('"just posted"')).press(alice, 'approve');
    await thread.sees('"ok":true');
    expect(timesRun('just posted')).toBe(1);
  });
});
