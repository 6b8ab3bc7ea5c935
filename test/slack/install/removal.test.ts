import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { cardIn, saysIn } from '../../support/slack/in-slack.ts';
import { type InstallableBot, type InstallableOptions, installableBot } from '../../support/slack/installable-bot.ts';
import { eventually } from '../../support/slack/people.ts';
import { temporaryDatabase } from '../../support/store-sqlite.ts';
import { aTool } from '../../support/turn/tools.ts';

const bots: InstallableBot[] = [];
const bot = async (options?: InstallableOptions): Promise<InstallableBot> => {
  const made = await installableBot(options);
  bots.push(made);
  return made;
};
afterEach(async () => {
  for (const made of bots.splice(0)) await made.close();
});

const C = 'C0GENERAL';
const ASK = '<@U0COUNTER> !call shop.note {}\n!step\n!say it is done';
const note = () => aTool('shop.note', { gated: true, cacheable: true, effect: 'idempotent' });

/** The bot in two workspaces, with a card of Alice's that waits in the first. */
async function withACard(options: InstallableOptions = {}) {
  const tool = note();
  const slack = await bot({ ...options, tools: [tool] });
  for (const team of ['T0LOCAL', 'T0OTHER']) await slack.install(team);
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, ASK);
  const card = await cardIn(alice, root, 'approve');
  const log = async () =>
    (await slack.store.log.read(conversationId(`T0LOCAL:${C}:${root.ts}`))).map(({ event }) => event);
  // A card can be seen before it is on record that it was posted, and that the turn waits for it.
  await eventually('the turn to wait for a card', async () => {
    const types = (await log()).map(({ type }) => type);
    return types.includes('turn.paused') && types.includes('card.posted');
  });
  return { slack, tool, alice, root, card, log };
}

const isGone = (slack: InstallableBot, team: string) =>
  eventually('the installation to be gone', async () => (await slack.store.installations.of(team)) === null);
const isReported = (slack: InstallableBot) =>
  eventually('a word in the log', async () =>
    slack.logged.some(({ message }) => message === 'the bot was removed, or its token revoked'),
  );

describe.each(['uninstall', 'revoke-tokens'] as const)('after %s', (action) => {
  it('what waited in that workspace has ended, and the other workspace goes on', async () => {
    const { slack, log } = await withACard();
    await slack.change(action, 'T0LOCAL');
    await isReported(slack);
    expect((await log()).map(({ type }) => type).slice(-3)).toEqual([
      'approval.cancelled',
      'tool.completed',
      'turn.stopped',
    ]);
    expect((await slack.store.installations.all()).map(({ place }) => place)).toMatchObject([{ team: 'T0OTHER' }]);
    const dave = slack.person('U0DAVE');
    await saysIn(dave, await dave.say('C0OTHER', '<@U0COUNTER> !say still here'), 'still here');
  });

  it('nothing is kept of what its people chose', async () => {
    const { slack } = await withACard();
    const dave = { team: 'T0OTHER', user: 'U0DAVE' };
    for (const person of [{ team: 'T0LOCAL', user: 'U0ALICE' }, dave]) {
      await slack.store.preferences.chooseCardRoute(person, 'direct');
    }
    await slack.change(action, 'T0LOCAL');
    await isReported(slack);
    expect(await slack.store.preferences.whoChoseDirect(['U0ALICE', 'U0DAVE'])).toEqual([dave]);
  });

  it('nothing is owed there any more', async () => {
    const { slack } = await withACard();
    await slack.change(action, 'T0LOCAL');
    await isReported(slack);
    const depth = await eventually('nothing to be owed', async () => {
      const { items } = await slack.store.outbox.depth();
      return items === 0 ? { items } : null;
    });
    expect(depth).toEqual({ items: 0 });
  });
});

describe('a workspace that removed the bot', () => {
  it('can install it again, and it works', async () => {
    const { slack, alice } = await withACard();
    await slack.change('uninstall', 'T0LOCAL');
    await isGone(slack, 'T0LOCAL');
    await slack.install('T0LOCAL');
    const root = await alice.say(C, '<@U0COUNTER> !say back again');
    expect(await saysIn(alice, root, 'back again')).toHaveLength(1);
  });

  it('finds its old card dead after it has installed the bot again', async () => {
    const { slack, tool, alice, card, root } = await withACard();
    await slack.change('uninstall', 'T0LOCAL');
    await isReported(slack);
    await slack.install('T0LOCAL');
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'This was cancelled');
    expect(tool.runs).toHaveLength(0);
  });

  it('has to be asked again about what it had allowed without asking', async () => {
    const { slack, tool, alice, card, root } = await withACard();
    await alice.click(card, 'remember');
    await saysIn(alice, root, 'it is done');
    await slack.change('uninstall', 'T0LOCAL');
    await isReported(slack);
    await slack.install('T0LOCAL');
    await alice.say(C, '!call shop.note {}', root.ts);
    await eventually('a second card', async () => {
      const seen = await alice.messages(C, root.ts);
      return seen.filter((message) => JSON.stringify(message).includes('"approve"')).length > 0;
    });
    expect(tool.runs).toHaveLength(1);
  });

  it('leaves no sealed token in the database file', async () => {
    const path = temporaryDatabase();
    const store = await openSqliteStore({ path, now: Date.now });
    const { slack } = await withACard({ store });
    const kept = await store.installations.of('T0LOCAL');
    const sealed = kept?.sealed.split('.')[3] ?? '';
    const bytes = () => `${readFileSync(path, 'latin1')}${readFileSync(`${path}-wal`, 'latin1')}`;
    expect([sealed.length > 100, bytes().includes(sealed)]).toEqual([true, true]);
    await slack.change('uninstall', 'T0LOCAL');
    await isReported(slack);
    expect(bytes().includes(sealed.slice(0, 40))).toBe(false);
  });
});

describe('an installation that was changed in the database', () => {
  it('is not used, and goes with the bot', async () => {
    const { slack } = await withACard();
    const kept = await slack.store.installations.of('T0LOCAL');
    await slack.store.installations.put({ kind: 'workspace', team: 'T0OTHER', enterprise: null }, kept?.sealed ?? '');
    await slack.person('U0DAVE').say('C0OTHER', '<@U0COUNTER> !say hello');
    await eventually('a word in the log', async () =>
      slack.logged.some(({ message }) => message === 'an installation was changed in the database; it is not used'),
    );
    await slack.change('uninstall', 'T0OTHER');
    await isGone(slack, 'T0OTHER');
    expect(slack.calls.filter(({ body }) => body.get('channel') === 'C0OTHER')).toEqual([]);
  });
});

describe('a removal that comes late', () => {
  it('leaves an installation alone that was made after it', async () => {
    const { slack, alice } = await withACard();
    await slack.control.sockets('delay-next:1000');
    await slack.change('uninstall', 'T0LOCAL');
    const old = await slack.store.installations.of('T0LOCAL');
    await slack.install('T0LOCAL');
    await eventually('the removal to be looked at', async () =>
      slack.logged.some(({ message }) => message === 'a removal of what is not there any more was left alone'),
    );
    expect((await slack.store.installations.of('T0LOCAL'))?.version).not.toBe(old?.version);
    await saysIn(alice, await alice.say(C, '<@U0COUNTER> !say still here'), 'still here');
  });
});

describe('a workspace that removed its own installation, and not that of its organisation', () => {
  it('is served by the organisation’s, whatever Slack says twice', async () => {
    const slack = await bot({ workspace: { organisation: true } });
    for (const place of ['T0LOCAL', 'E0LOCAL']) await slack.install(place);
    await slack.change('uninstall', 'T0LOCAL');
    await isReported(slack);
    await slack.change('revoke-tokens', 'T0LOCAL');
    await eventually('the second to be looked at', async () =>
      slack.logged.some(({ message }) => message === 'a removal of what is not there any more was left alone'),
    );
    expect((await slack.store.installations.all()).map(({ place }) => place.kind)).toEqual(['organisation']);
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say still here');
    expect(await saysIn(alice, root, 'still here')).toHaveLength(1);
  });
});

describe('an organisation that removed the bot', () => {
  it('ends what waited in each of its workspaces', async () => {
    const slack = await bot({ workspace: { organisation: true }, tools: [note()] });
    await slack.install('E0LOCAL');
    const dave = slack.person('U0DAVE');
    const root = await dave.say('C0OTHER', ASK);
    await cardIn(dave, root, 'approve');
    await slack.change('uninstall', 'E0LOCAL');
    await isReported(slack);
    const log = await slack.store.log.read(conversationId(`T0OTHER:C0OTHER:${root.ts}`));
    expect(log.at(-1)?.event).toMatchObject({ type: 'turn.stopped', by: { team: 'T0OTHER', user: 'U0COUNTER' } });
    expect(await slack.store.installations.all()).toEqual([]);
  });
});
