import { afterEach, describe, expect, it } from 'vitest';
import { readManifest } from '../../../src/local-slack/server/manifest.ts';
import { cardIn, saysIn } from '../../support/slack/in-slack.ts';
import { type InstallableBot, type InstallableOptions, installableBot } from '../../support/slack/installable-bot.ts';
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

const places = async ({ store }: InstallableBot) => (await store.installations.all()).map(({ place }) => place);
const ALICES = 'C0GENERAL';
const DAVES = 'C0OTHER';

describe.each(['socket', 'http'] as const)('the bot, installed through a browser (%s)', (mode) => {
  it('answers, asks and runs in the workspace that installed it', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ mode, tools: [tool] });
    const visit = await slack.install('T0LOCAL');
    expect([visit.status, visit.text.includes('Local Workspace')]).toEqual([200, true]);
    const alice = slack.person('U0ALICE');
    const root = await alice.say(ALICES, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it('serves two workspaces side by side, neither with the token of the other', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ mode, tools: [tool] });
    for (const team of ['T0LOCAL', 'T0OTHER']) await slack.install(team);
    const [alice, dave] = [slack.person('U0ALICE'), slack.person('U0DAVE')];
    const talk = '<@U0COUNTER> !call shop.refund {}\n!step\n!say done';
    const [hers, his] = [await alice.say(ALICES, talk), await dave.say(DAVES, talk)];
    await alice.click(await cardIn(alice, hers, 'approve'), 'approve');
    await dave.click(await cardIn(dave, his, 'approve'), 'approve');
    await saysIn(alice, hers, 'done');
    await saysIn(dave, his, 'done');
    const tokensFor = (channel: string) =>
      new Set(slack.calls.filter(({ body }) => body.get('channel') === channel).map(({ token }) => token));
    expect([tokensFor(ALICES), tokensFor(DAVES)]).toEqual([new Set(['xoxb-local']), new Set(['xoxb-other'])]);
  });

  it('says nothing where it is not installed', async () => {
    const slack = await bot({ mode });
    await slack.install('T0LOCAL');
    await slack.person('U0DAVE').say(DAVES, '<@U0COUNTER> !say hello');
    const alice = slack.person('U0ALICE');
    await saysIn(alice, await alice.say(ALICES, '<@U0COUNTER> !say hello'), 'hello');
    expect(slack.calls.filter(({ body }) => body.get('channel') === DAVES)).toEqual([]);
  });
});

describe('an installation', () => {
  it('outlives a restart', async () => {
    const slack = await bot();
    await slack.install('T0OTHER');
    await slack.restart();
    const dave = slack.person('U0DAVE');
    const root = await dave.say(DAVES, '<@U0COUNTER> !say still here');
    expect(await saysIn(dave, root, 'still here')).toHaveLength(1);
  });

  it('is stored without a readable token', async () => {
    const slack = await bot();
    await slack.install('T0LOCAL');
    const [kept] = await slack.store.installations.all();
    expect(kept?.sealed).toMatch(/^v1\.k1\./);
    expect(Buffer.from(kept?.sealed.split('.')[3] ?? '', 'base64url').includes('xoxb')).toBe(false);
  });

  it('does not happen where the person says no', async () => {
    const slack = await bot();
    const browser = slack.browser();
    const back = new URL(await browser.consent('T0LOCAL'));
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    const visit = await browser.go(back.toString());
    expect([visit.status, visit.text.includes('Nothing was installed')]).toEqual([200, true]);
    expect(await places(slack)).toEqual([]);
  });

  it('does not happen with a code Slack does not know', async () => {
    const slack = await bot();
    const browser = slack.browser();
    const back = new URL(await browser.consent('T0LOCAL'));
    back.searchParams.set('code', 'another');
    expect((await browser.go(back.toString())).status).toBe(400);
    expect(await places(slack)).toEqual([]);
  });

  it('does not happen in a workspace that may not, and its token is given back', async () => {
    const slack = await bot({ mayInstall: new Set(['T0LOCAL']) });
    expect((await slack.install('T0OTHER')).status).toBe(403);
    expect(await places(slack)).toEqual([]);
    expect(slack.calls.map(({ method, token }) => [method, token])).toContainEqual(['auth.revoke', 'xoxb-other']);
    expect((await slack.install('T0LOCAL')).status).toBe(200);
  });

  it('asks for exactly the scopes of the manifest', async () => {
    const slack = await bot();
    const { location } = await slack.browser().go(`${slack.publicUrl}/slack/install`);
    const asked = new URL(location).searchParams.get('scope')?.split(',');
    expect(new Set(asked)).toEqual(readManifest('manifest.yml').botScopes);
  });
});

describe('the state of an installation', () => {
  it('is good for one return only', async () => {
    const slack = await bot();
    const browser = slack.browser();
    const back = await browser.consent('T0LOCAL');
    expect((await browser.go(back)).status).toBe(200);
    const again = await browser.go(back);
    expect([again.status, again.text.includes('used already')]).toEqual([400, true]);
  });

  it('is good for one return only, after a restart as well', async () => {
    const slack = await bot();
    const browser = slack.browser();
    const back = await browser.consent('T0LOCAL');
    await browser.go(back);
    await slack.restart();
    expect((await browser.go(back)).status).toBe(400);
  });

  it('is not good in another browser', async () => {
    const slack = await bot();
    const [mine, victims] = [slack.browser(), slack.browser()];
    const back = await mine.consent('T0LOCAL');
    await victims.go(`${slack.publicUrl}/slack/install`);
    const visit = await victims.go(back);
    expect([visit.status, visit.text.includes('not made for this browser')]).toEqual([400, true]);
    expect(await places(slack)).toEqual([]);
  });

  it('is made anew where Slack starts an installation without one', async () => {
    const slack = await bot();
    const visit = await slack.browser().go(`${slack.publicUrl}/slack/oauth_redirect?code=local-code-T0LOCAL`);
    expect([visit.status, new URL(visit.location).pathname]).toEqual([302, '/oauth/v2/authorize']);
    expect(await places(slack)).toEqual([]);
  });

  it('is kept in a cookie that no script and no other site can use', async () => {
    const slack = await bot();
    const response = await fetch(`${slack.publicUrl}/slack/install`, { redirect: 'manual' });
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an organisation', () => {
  const organisation = { workspace: { organisation: true } };

  it.each(['socket', 'http'] as const)('installs the bot once for all of its workspaces (%s)', async (mode) => {
    const slack = await bot({ ...organisation, mode });
    await slack.install('E0LOCAL');
    const [alice, dave] = [slack.person('U0ALICE'), slack.person('U0DAVE')];
    await saysIn(alice, await alice.say(ALICES, '<@U0COUNTER> !say one'), 'one');
    await saysIn(dave, await dave.say(DAVES, '<@U0COUNTER> !say two'), 'two');
    expect(await places(slack)).toEqual([{ kind: 'organisation', enterprise: 'E0LOCAL' }]);
  });

  it('goes on with a conversation after a restart, before anybody says where it belongs', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ ...organisation, tools: [tool] });
    await slack.install('E0LOCAL');
    const dave = slack.person('U0DAVE');
    const root = await dave.say(DAVES, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(dave, root, 'approve');
    await slack.restart();
    await dave.click(card, 'approve');
    await saysIn(dave, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  /** Dave of the other workspace presses Approve on Alice's card in the channel they share. */
  async function daveApproves(options: InstallableOptions, place: string) {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ ...options, tools: [tool] });
    await slack.install(place);
    const [alice, dave] = [slack.person('U0ALICE'), slack.person('U0DAVE')];
    const root = await alice.say('C0SHARED', '<@U0COUNTER> !call shop.refund {}\n!step\n!say it is done');
    await dave.click(await cardIn(dave, root, 'approve'), 'approve');
    return { tool, dave, root };
  }

  it('lets a colleague of another workspace decide', async () => {
    const { tool, dave, root } = await daveApproves(organisation, 'E0LOCAL');
    await saysIn(dave, root, 'it is done');
    expect(tool.runs).toHaveLength(1);
  });

  it('is what makes a colleague: without one the same person is a stranger, and hears so', async () => {
    const { tool, dave, root } = await daveApproves({}, 'T0LOCAL');
    await saysIn(dave, root, 'another organisation');
    expect(tool.runs).toHaveLength(0);
  });

  it('is known at once of a workspace that installs by itself', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ ...organisation, tools: [tool] });
    await slack.install('T0LOCAL');
    const [alice, dave] = [slack.person('U0ALICE'), slack.person('U0DAVE')];
    const root = await alice.say('C0SHARED', '<@U0COUNTER> !call shop.refund {}\n!step\n!say it is done');
    await dave.click(await cardIn(dave, root, 'approve'), 'approve');
    await saysIn(dave, root, 'it is done');
    expect(tool.runs).toHaveLength(1);
  });

  it('may be named as one that installs, for each of its workspaces', async () => {
    const slack = await bot({ ...organisation, mayInstall: new Set(['E0LOCAL']) });
    expect((await slack.install('T0OTHER')).status).toBe(200);
  });
});
