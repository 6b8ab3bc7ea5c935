import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Installation, Installations } from '../../../src/ports/installations.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import { type HeldTokens, sealTokens } from '../../../src/slack/install/held-tokens.ts';
import type { GrantedToken, OauthOutcome } from '../../../src/slack/install/oauth-api.ts';
import { SealingKeyMissing } from '../../../src/slack/install/open-installation.ts';
import { RENEWAL_LEASE_MS } from '../../../src/slack/install/renewals.ts';
import { makeTokenKeeper, TokenUnavailable } from '../../../src/slack/install/token-keeper.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { changedManifest } from '../../local-slack/server/support/manifest.ts';
import { cardIn, saysIn } from '../../support/slack/in-slack.ts';
import { type InstallableBot, installableBot, sealingKeysNamed } from '../../support/slack/installable-bot.ts';
import { eventually } from '../../support/slack/people.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';
import { aTool } from '../../support/turn/tools.ts';

const HOUR_MS = 3_600_000;
const T1 = { kind: 'workspace', team: 'T1', enterprise: null } as const;
const keys = sealingKeysNamed('k1');

/** Slack's side of a renewal: a refresh token is good for one use. */
function slackThat(grants: readonly string[]) {
  const used: string[] = [];
  let good = 'refresh-0';
  return {
    used,
    async renew(refreshToken: string): Promise<OauthOutcome<GrantedToken>> {
      used.push(refreshToken);
      await Promise.resolve();
      const token = grants[used.length - 1];
      if (refreshToken !== good || token === undefined) return { kind: 'refused', code: 'invalid_refresh_token' };
      good = `refresh-${used.length}`;
      return { kind: 'granted', granted: { token, refreshToken: good, expiresInMs: 12 * HOUR_MS } };
    },
  };
}

/** One workspace with a token that is due, and processes that share its store. */
async function aDueToken(
  options: { readonly grants?: readonly string[]; readonly between?: (real: Installations) => Installations } = {},
) {
  const timers = virtualTimers();
  const store = await openSqliteStore({ path: ':memory:', now: timers.now });
  onTestFinished(() => store.close());
  const held: HeldTokens = {
    installation: 'i1',
    token: 'token-0',
    renewal: { refreshToken: 'refresh-0', dueAt: timers.now(), expiresAt: timers.now() + 2 * HOUR_MS },
    botUser: 'U1',
    installedBy: 'U2',
    installedAt: timers.now(),
  };
  await store.installations.put(T1, sealTokens(keys, T1, held));
  const slack = slackThat(options.grants ?? ['token-1']);
  const lost: Installation[] = [];
  const process = (installations: Installations = store.installations) =>
    makeTokenKeeper({
      installations,
      keys,
      oauth: slack,
      timers,
      logger: silent,
      onLost: ({ installation }) => void lost.push(installation),
    });
  return { timers, store, slack, process, lost };
}

const tokenOf = async (found: ReturnType<ReturnType<typeof makeTokenKeeper>['tokenFor']>) => (await found)?.token;

describe('a token that is due', () => {
  it('is renewed once, however many want it at once, and nobody waits while the old one works', async () => {
    const { slack, process } = await aDueToken();
    const keeper = process();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenOf(keeper.tokenFor('T1'))));
    expect(new Set(tokens)).toEqual(new Set(['token-0']));
    await eventually('the next token', async () => (await tokenOf(keeper.tokenFor('T1'))) === 'token-1');
    expect(slack.used).toEqual(['refresh-0']);
  });

  it('is renewed once by two processes, and both use the next one', async () => {
    const { slack, process } = await aDueToken();
    const [one, two] = [process(), process()];
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : two).tokenFor('T1')));
    for (const keeper of [one, two])
      await eventually('the next token', async () => (await tokenOf(keeper.tokenFor('T1'))) === 'token-1');
    expect(slack.used).toHaveLength(1);
  });

  it('that has run out keeps fifty callers waiting for one renewal', async () => {
    const { timers, slack, process } = await aDueToken();
    await timers.pass(2 * HOUR_MS);
    const keeper = process();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenOf(keeper.tokenFor('T1'))));
    expect([new Set(tokens), slack.used.length]).toEqual([new Set(['token-1']), 1]);
  });

  it('is renewed at once where Slack refuses it before its time', async () => {
    const { slack, process } = await aDueToken();
    expect(await tokenOf(process().tokenFor('T1', 'token-0'))).toBe('token-1');
    expect(slack.used).toHaveLength(1);
  });

  it('is used by nobody before it is in the store', async () => {
    const { timers, store, process } = await aDueToken();
    await timers.pass(2 * HOUR_MS);
    let mayStore = (): void => {};
    const stored = new Promise<void>((resolve) => {
      mayStore = resolve;
    });
    const slow: Installations = {
      ...store.installations,
      async replace(installation, sealed) {
        await stored;
        return await store.installations.replace(installation, sealed);
      },
    };
    const wanted = process(slow).tokenFor('T1');
    const early = await Promise.race([wanted, new Promise((resolve) => setImmediate(() => resolve('nothing yet')))]);
    expect(early).toBe('nothing yet');
    mayStore();
    expect(await tokenOf(wanted)).toBe('token-1');
  });

  it('that the store did not take is stored the next time, without asking Slack again', async () => {
    const { timers, store, slack, process } = await aDueToken();
    let failures = 1;
    const failing: Installations = {
      ...store.installations,
      async replace(installation, sealed) {
        failures -= 1;
        if (failures >= 0) throw new Error('the disk is full');
        return await store.installations.replace(installation, sealed);
      },
    };
    await timers.pass(2 * HOUR_MS);
    const keeper = process(failing);
    await expect(keeper.tokenFor('T1')).rejects.toThrow(TokenUnavailable);
    expect(await tokenOf(keeper.tokenFor('T1'))).toBe('token-1');
    expect(slack.used).toEqual(['refresh-0']);
  });

  it('that was lost with the process that had it has to be installed again, and works until it has run out', async () => {
    const { timers, store, slack, process, lost } = await aDueToken({ grants: ['token-1', 'token-2'] });
    const dying: Installations = { ...store.installations, replace: () => new Promise(() => {}) };
    void process(dying).tokenFor('T1');
    await eventually('the first process to have asked', async () => slack.used.length === 1);
    await timers.pass(RENEWAL_LEASE_MS);
    const keeper = process();
    expect(await tokenOf(keeper.tokenFor('T1'))).toBe('token-0');
    await eventually('it to be reported', async () => lost.length === 1);
    for (let time = 0; time < 3; time += 1) await keeper.tokenFor('T1');
    expect([slack.used, lost.length]).toEqual([['refresh-0', 'refresh-0'], 1]);
    await timers.pass(2 * HOUR_MS);
    await expect(keeper.tokenFor('T1')).rejects.toThrow(TokenUnavailable);
  });

  it('of an installation that was made anew meanwhile does not take its place', async () => {
    const { timers, store, process } = await aDueToken();
    const renewed: HeldTokens = {
      installation: 'i2',
      token: 'token-of-i2',
      renewal: null,
      botUser: 'U1',
      installedBy: null,
      installedAt: timers.now(),
    };
    const overtaken: Installations = {
      ...store.installations,
      async replace(installation, sealed) {
        await store.installations.put(T1, sealTokens(keys, T1, renewed));
        return await store.installations.replace(installation, sealed);
      },
    };
    await timers.pass(2 * HOUR_MS);
    expect(await timers.run(tokenOf(process(overtaken).tokenFor('T1')))).toBe('token-of-i2');
  });
});

describe('a row of the database', () => {
  it('does not open in the place of another', async () => {
    const { store, process } = await aDueToken();
    const mine = await store.installations.of('T1');
    await store.installations.put({ kind: 'workspace', team: 'T2', enterprise: null }, mine?.sealed ?? '');
    expect(await process().tokenFor('T2')).toBeNull();
    expect(await tokenOf(process().tokenFor('T1'))).toBe('token-0');
  });

  it('does not open in the place of another that was opened before, whatever else was copied with it', async () => {
    const { store, process } = await aDueToken();
    const swapped: Installations = {
      ...store.installations,
      async of(id) {
        const mine = await store.installations.of('T1');
        return mine === null || id === 'T1'
          ? mine
          : { ...mine, place: { kind: 'workspace', team: id, enterprise: null } };
      },
    };
    const keeper = process(swapped);
    expect(await tokenOf(keeper.tokenFor('T1'))).toBe('token-0');
    expect(await keeper.tokenFor('T2')).toBeNull();
  });

  it('says at the start which key is missing', async () => {
    const { store } = await aDueToken();
    const keeper = makeTokenKeeper({
      installations: store.installations,
      keys: sealingKeysNamed('k2'),
      oauth: slackThat([]),
      timers: virtualTimers(),
      logger: silent,
      onLost: () => {},
    });
    await expect(keeper.start()).rejects.toThrow(SealingKeyMissing);
    await expect(keeper.start()).rejects.toThrow('k1');
  });

  it('is sealed with the current key at the next start', async () => {
    const { timers, store } = await aDueToken();
    const next = sealingKeysNamed('k2');
    const both = { current: next.current, all: new Map([...next.all, ...keys.all]) };
    const parts = {
      installations: store.installations,
      oauth: slackThat([]),
      timers,
      logger: silent,
      onLost: () => {},
    };
    await makeTokenKeeper({ ...parts, keys: both }).start();
    const alone = makeTokenKeeper({ ...parts, keys: next });
    await alone.start();
    expect((await alone.heldAt('T1'))?.held.token).toBe('token-0');
  });
});

describe('the whole bot in a workspace whose tokens run out', () => {
  const bots: InstallableBot[] = [];
  afterEach(async () => {
    for (const made of bots.splice(0)) await made.close();
  });
  const rotating = async (tools: readonly Tool[] = []) => {
    const manifestPath = changedManifest({ set: [[['settings', 'token_rotation_enabled'], true]] });
    const slack = await installableBot({ workspace: { manifestPath }, tools });
    bots.push(slack);
    await slack.install('T0LOCAL');
    return slack;
  };
  const renewals = ({ calls }: InstallableBot) =>
    calls.filter(({ method, body }) => method === 'oauth.v2.access' && body.has('refresh_token')).length;

  it('goes on after thirteen hours with one renewal', async () => {
    const slack = await rotating();
    const alice = slack.person('U0ALICE');
    await saysIn(alice, await alice.say('C0GENERAL', '<@U0COUNTER> !say before'), 'before');
    await slack.control.clock(13 * HOUR_MS);
    const roots = await Promise.all(
      Array.from({ length: 5 }, (_, i) => alice.say('C0GENERAL', `<@U0COUNTER> !say after ${i}`)),
    );
    for (const [i, root] of roots.entries()) await saysIn(alice, root, `after ${i}`);
    expect(renewals(slack)).toBe(1);
    expect(JSON.stringify(slack.logged)).not.toMatch(/xox[a-z]/);
  });

  it('runs what was approved thirteen hours after it was asked', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await rotating([tool]);
    const alice = slack.person('U0ALICE');
    const root = await alice.say('C0GENERAL', '<@U0COUNTER> !call shop.refund {}\n!step\n!say it is done');
    const card = await cardIn(alice, root, 'approve');
    await slack.control.clock(13 * HOUR_MS);
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'it is done');
    expect([tool.runs.length, renewals(slack)]).toEqual([1, 1]);
  });

  it('asks whoever installed it to do so again when a renewal was lost', async () => {
    const slack = await rotating();
    const alice = slack.person('U0ALICE');
    await slack.control.fault({
      method: 'oauth.v2.access',
      times: 1,
      kind: 'error:invalid_refresh_token',
      match: { grant_type: 'refresh_token' },
    });
    await saysIn(alice, await alice.say('C0GENERAL', '<@U0COUNTER> !say before'), 'before');
    await slack.control.fault({ method: 'chat.startStream', times: 1, kind: 'error:token_expired' });
    await alice.say('C0GENERAL', '<@U0COUNTER> !say hello');
    await eventually('a direct message to Alice', async () =>
      JSON.stringify(await alice.messages('U0COUNTER')).includes('/slack/install'),
    );
  });
});
