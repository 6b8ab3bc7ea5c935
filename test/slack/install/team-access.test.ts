import { afterEach, describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { teamAccessIn } from '../../../src/slack/install/team-access.ts';
import { botsPerTest, cardIn, saysIn } from '../../support/slack/in-slack.ts';
import { type InstallableBot, installableBot } from '../../support/slack/installable-bot.ts';
import { eventually } from '../../support/slack/people.ts';
import { aTool } from '../../support/turn/tools.ts';

const bots: InstallableBot[] = [];
afterEach(async () => {
  for (const made of bots.splice(0)) await made.close();
});

const ALICES = 'C0GENERAL';
const DAVES = 'C0OTHER';
const ASK = '<@U0COUNTER> !call shop.note {}\n!step\n!say it is done';

/** The bot in an organisation of two workspaces, with a card that waits in each. */
async function inAnOrganisation() {
  const tool = aTool('shop.note', { gated: true });
  const slack = await installableBot({ workspace: { organisation: true }, tools: [tool] });
  bots.push(slack);
  await slack.install('E0LOCAL');
  const [alice, dave] = [slack.person('U0ALICE'), slack.person('U0DAVE')];
  const [hers, his] = [await alice.say(ALICES, ASK), await dave.say(DAVES, ASK)];
  const [herCard, hisCard] = [await cardIn(alice, hers, 'approve'), await cardIn(dave, his, 'approve')];
  return { slack, tool, alice, dave, hers, his, herCard, hisCard };
}

const takenOut = (slack: InstallableBot) =>
  eventually('a word in the log', async () =>
    slack.logged.some(({ message }) => message === 'an organisation took the bot out of a workspace'),
  );

describe('a workspace that an organisation takes the bot out of', () => {
  it('has what waited there ended, and its people’s choices forgotten', async () => {
    const { slack, his } = await inAnOrganisation();
    await slack.store.preferences.chooseCardRoute({ team: 'T0OTHER', user: 'U0DAVE' }, 'direct');
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    const log = await slack.store.log.read(conversationId(`T0OTHER:${DAVES}:${his.ts}`));
    expect(log.slice(-3).map(({ event }) => event.type)).toEqual([
      'approval.cancelled',
      'tool.completed',
      'turn.stopped',
    ]);
    expect(await slack.store.preferences.whoChoseDirect(['U0DAVE'])).toEqual([]);
  });

  it('is not called any more, and nothing is owed to it', async () => {
    const { slack } = await inAnOrganisation();
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    await eventually('nothing owed', async () => (await slack.store.outbox.depth()).items === 0);
    const before = slack.calls.length;
    await slack.person('U0ALICE').say(ALICES, '<@U0COUNTER> !say still here');
    await eventually('other calls', async () => slack.calls.length > before);
    expect(slack.calls.slice(before).filter(({ body }) => body.get('channel') === DAVES)).toEqual([]);
    expect(await slack.store.installations.organisationOf('T0OTHER')).toBeNull();
  });

  it('leaves the organisation’s other workspaces as they were', async () => {
    const { slack, tool, alice, hers, herCard } = await inAnOrganisation();
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    await alice.click(herCard, 'approve');
    await saysIn(alice, hers, 'it is done');
    expect(tool.runs).toHaveLength(1);
    expect((await slack.store.installations.all()).map(({ place }) => place.kind)).toEqual(['organisation']);
  });

  it('is not taken for one that is let in because of what was said there before and is handled only now', async () => {
    const { slack } = await inAnOrganisation();
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    const said = { type: 'app_mention', user: 'U0DAVE', text: '<@U0COUNTER> !say late', ts: '9.1', event_ts: '9.1' };
    const authorization = { enterprise_id: 'E0LOCAL', team_id: 'T0OTHER', is_enterprise_install: true };
    await tellOf(slack, { ...said, channel: DAVES }, { team_id: 'T0OTHER', authorizations: [authorization] });
    await eventually('it to be handled', async () => (await slack.store.inbox.pending(1)).length === 0);
    expect(await slack.store.installations.organisationOf('T0OTHER')).toBeNull();
  });

  it('is served again once it is let in, also by a process that has forgotten it', async () => {
    const { slack, dave } = await inAnOrganisation();
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    await slack.change('grant-access', 'T0OTHER');
    await eventually(
      'its place',
      async () => (await slack.store.installations.organisationOf('T0OTHER')) === 'E0LOCAL',
    );
    await slack.restart();
    const root = await dave.say(DAVES, '<@U0COUNTER> !say back again');
    expect(await saysIn(dave, root, 'back again')).toHaveLength(1);
  });

  it('keeps what it installed by itself', async () => {
    const { slack, tool, dave, his, hisCard } = await inAnOrganisation();
    await slack.install('T0OTHER');
    await slack.change('revoke-access', 'T0OTHER');
    await eventually(
      'the access to be gone',
      async () => (await slack.store.installations.organisationOf('T0OTHER')) === null,
    );
    await dave.click(hisCard, 'approve');
    await saysIn(dave, his, 'it is done');
    expect(tool.runs).toHaveLength(1);
  });
});

describe('word about a workspace that comes late', () => {
  /** Says it once more, as Slack does where it was not sure that it was heard. */
  async function sayAgain(slack: InstallableBot, type: string) {
    await tellOf(slack, { type, team_ids: ['T0OTHER'] }, { enterprise_id: 'E0LOCAL' });
  }
  const leftAlone = (slack: InstallableBot) =>
    eventually('a word in the log', async () =>
      slack.logged.some(({ message }) => message === 'word of a workspace that is not so any more was left alone'),
    );

  it('takes the bot out of no workspace that it is let into', async () => {
    const { slack, tool, dave, his, hisCard } = await inAnOrganisation();
    await sayAgain(slack, 'team_access_revoked');
    await leftAlone(slack);
    await dave.click(hisCard, 'approve');
    await saysIn(dave, his, 'it is done');
    expect([tool.runs.length, await slack.store.installations.organisationOf('T0OTHER')]).toEqual([1, 'E0LOCAL']);
  });

  it('lets it into none that it was taken out of', async () => {
    const { slack } = await inAnOrganisation();
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    await sayAgain(slack, 'team_access_granted');
    await leftAlone(slack);
    expect(await slack.store.installations.organisationOf('T0OTHER')).toBeNull();
  });

  it('is believed where Slack does not tell what holds, and waits where Slack cannot be asked', async () => {
    const { slack } = await inAnOrganisation();
    await slack.control.fault({ method: 'auth.teams.list', times: 1, kind: 'http:500' });
    await slack.change('revoke-access', 'T0OTHER');
    await takenOut(slack);
    await slack.control.fault({ method: 'auth.teams.list', times: 1, kind: 'error:unknown_method' });
    await sayAgain(slack, 'team_access_granted');
    await eventually('its place', async () => (await slack.store.installations.organisationOf('T0OTHER')) !== null);
    const asked = slack.calls.filter(({ method }) => method === 'auth.teams.list');
    expect(asked).toHaveLength(3);
  });
});

let told = 0;
/** An event as it is kept until it is handled. */
async function tellOf({ store }: Pick<InstallableBot, 'store'>, event: object, beside: object): Promise<void> {
  told += 1;
  const body = { type: 'event_callback', event_id: `Ev-late-${told}`, event_time: 1, event, ...beside };
  await store.inbox.store({ key: `late-${told}`, kind: 'event', receivedAt: Date.now(), body: JSON.stringify(body) });
}

describe('a bot that has the token of one workspace', () => {
  const withOneToken = botsPerTest();

  it('forgets nobody’s choice because somebody took back a token of their own', async () => {
    const slack = await withOneToken();
    const { preferences, inbox } = slack.store;
    await preferences.chooseCardRoute({ team: 'T0LOCAL', user: 'U0ALICE' }, 'direct');
    const tokens = { oauth: ['U0ALICE'], bot: [] };
    await tellOf(slack, { type: 'tokens_revoked', tokens }, { team_id: 'T0LOCAL' });
    await eventually('it to be handled', async () => (await inbox.pending(1)).length === 0);
    expect(await preferences.whoChoseDirect(['U0ALICE'])).toHaveLength(1);
  });

  it.each(['revoke-access', 'uninstall', 'revoke-tokens'])(
    'forgets what its people chose after %s of that workspace, and not of another',
    async (action) => {
      const slack = await withOneToken({ workspace: { organisation: true } });
      const { preferences } = slack.store;
      await preferences.chooseCardRoute({ team: 'T0LOCAL', user: 'U0ALICE' }, 'direct');
      const tell = (team: string, what: string) =>
        fetch(`${slack.url}/control/app`, { method: 'POST', body: JSON.stringify({ action: what, team }) });
      await tell('T0OTHER', 'revoke-access');
      await tell('T0LOCAL', 'grant-access');
      const { ts } = await slack.person('U0ALICE').say(ALICES, '<@U0COUNTER> !say still here');
      await saysIn(slack.person('U0ALICE'), { channel: ALICES, ts }, 'still here');
      expect(await preferences.whoChoseDirect(['U0ALICE'])).toHaveLength(1);
      await tell('T0LOCAL', action);
      await eventually('it to be forgotten', async () => (await preferences.whoChoseDirect(['U0ALICE'])).length === 0);
    },
  );
});

describe('what Slack says about an organisation’s workspaces', () => {
  const event = { type: 'team_access_revoked', team_ids: ['T1', 'T2'] };

  it.each([
    ['beside the event', { enterprise_id: 'E1', event }],
    ['in the authorization', { authorizations: [{ enterprise_id: 'E1', team_id: null }], event }],
  ])('names the organisation %s', (_, body) => {
    expect(teamAccessIn(body)).toEqual({ kind: 'revoked', enterprise: 'E1', teams: ['T1', 'T2'] });
  });

  it.each([
    ['no list', { ...event, team_ids: null }],
    ['ids that are none', { ...event, team_ids: ['T1', 'T1:C1'] }],
    ['another event', { ...event, type: 'app_uninstalled' }],
  ])('is not acted on with %s', (_, odd) => {
    expect(teamAccessIn({ enterprise_id: 'E1', event: odd })).toBeNull();
  });

  it('is about workspaces only', () => {
    const odd = { ...event, team_ids: ['E1', 'T1'] };
    expect(teamAccessIn({ enterprise_id: 'E1', event: odd })?.teams).toEqual(['T1']);
  });
});
