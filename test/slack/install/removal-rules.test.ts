import { describe, expect, it } from 'vitest';
import type { Installation, Installations } from '../../../src/ports/installations.ts';
import { silent } from '../../../src/ports/logger.ts';
import type { HeldTokens } from '../../../src/slack/install/held-tokens.ts';
import { makeRemoval } from '../../../src/slack/install/removal.ts';

const INSTALLED_AT_S = 1_700_000_000;
const held: HeldTokens = {
  installation: 'i1',
  token: 'xoxb-1',
  renewal: null,
  botUser: 'U0BOT',
  installedBy: null,
  installedAt: INSTALLED_AT_S * 1_000,
};
const installationOf = (id: string): Installation => ({
  place: id.startsWith('E')
    ? { kind: 'organisation', enterprise: id }
    : { kind: 'workspace', team: id, enterprise: null },
  sealed: 'sealed',
  version: 'v1',
});

type Accepted = 'accepted' | 'refused' | 'unknown';

/** What a removal does where these places have an installation and Slack says this of its token. */
async function removing(body: Readonly<Record<string, unknown>>, installed: readonly string[], answer: Accepted) {
  const removed: string[] = [];
  const withdrawn: string[] = [];
  const forgotten: string[] = [];
  let asked = 0;
  const installations: Pick<Installations, 'of' | 'remove' | 'membersOf'> = {
    of: async (id) => (installed.includes(id) ? installationOf(id) : null),
    async remove({ place }) {
      removed.push(place.kind === 'workspace' ? place.team : place.enterprise);
      return true;
    },
    membersOf: async (enterprise) => (enterprise === 'E1' ? ['T1', 'T2'] : []),
  };
  const remove = makeRemoval({
    installations,
    keeper: { heldAt: async (id) => (installed.includes(id) ? { installation: installationOf(id), held } : null) },
    oauth: {
      async isAccepted() {
        asked += 1;
        return answer;
      },
    },
    async withdraw(prefix) {
      withdrawn.push(prefix);
      return 1;
    },
    async forgetPeople(team) {
      forgotten.push(team);
    },
    forget() {},
    logger: silent,
  });
  await remove(body);
  return { removed, withdrawn, forgotten, asked };
}

const later = INSTALLED_AT_S + 60;
const uninstalled = (fields: object = {}) => ({
  team_id: 'T1',
  event_time: later,
  event: { type: 'app_uninstalled' },
  ...fields,
});
const revoked = (tokens: object) => ({ team_id: 'T1', event_time: later, event: { type: 'tokens_revoked', tokens } });
const nothing = { removed: [], withdrawn: [], forgotten: [] };

describe('a removal', () => {
  it('that is newer than the installation is taken at its word', async () => {
    expect(await removing(uninstalled(), ['T1'], 'accepted')).toEqual({
      removed: ['T1'],
      withdrawn: ['T1:'],
      forgotten: ['T1'],
      asked: 0,
    });
  });

  it.each([
    ['accepted', nothing],
    ['refused', { removed: ['T1'], withdrawn: ['T1:'], forgotten: ['T1'] }],
  ] as const)('that may be older holds when Slack says so: the token is %s', async (answer, outcome) => {
    const old = uninstalled({ event_time: INSTALLED_AT_S });
    expect(await removing(old, ['T1'], answer)).toEqual({ ...outcome, asked: 1 });
  });

  it('is tried again where Slack cannot be asked', async () => {
    const old = uninstalled({ event_time: INSTALLED_AT_S });
    await expect(removing(old, ['T1'], 'unknown')).rejects.toThrow('could not be asked');
  });

  it('of a place without an installation ends what still waits there', async () => {
    expect(await removing(uninstalled(), [], 'accepted')).toEqual({
      removed: [],
      withdrawn: ['T1:'],
      forgotten: ['T1'],
      asked: 0,
    });
  });

  it('of a whole organisation ends what waits in each of its workspaces', async () => {
    const authorizations = [{ team_id: null, enterprise_id: 'E1', is_enterprise_install: true }];
    const { removed, withdrawn } = await removing(uninstalled({ authorizations }), ['E1'], 'refused');
    expect([removed, withdrawn]).toEqual([['E1'], ['E1:', 'T1:', 'T2:']]);
  });

  it.each([
    ['accepted', nothing],
    ['refused', { removed: ['E1'], withdrawn: ['E1:', 'T1:', 'T2:'], forgotten: ['E1', 'T1', 'T2'] }],
  ] as const)(
    'of a workspace that its organisation serves is that of the organisation only if its token is %s',
    async (answer, outcome) => {
      expect(await removing(uninstalled({ enterprise_id: 'E1' }), ['E1'], answer)).toEqual({ ...outcome, asked: 1 });
    },
  );
});

describe('revoked tokens', () => {
  it('that are people’s own change nothing', async () => {
    expect(await removing(revoked({ oauth: ['U1'] }), ['T1'], 'refused')).toEqual({ ...nothing, asked: 0 });
    expect(await removing(revoked({ oauth: ['U1'], bot: [] }), ['T1'], 'refused')).toEqual({ ...nothing, asked: 0 });
  });

  it('of the bot are believed only if the one that holds now is refused', async () => {
    expect(await removing(revoked({ bot: ['U0BOT'] }), ['T1'], 'accepted')).toEqual({ ...nothing, asked: 1 });
    expect(await removing(revoked({ bot: ['U0BOT'] }), ['T1'], 'refused')).toMatchObject({ removed: ['T1'] });
  });
});
