import { describe, expect, it } from 'vitest';
import type { Installation, InstallationPlace, Installations } from '../../src/ports/installations.ts';
import type { OpenStore } from '../support/store-under-test.ts';

const T1: InstallationPlace = { kind: 'workspace', team: 'T1', enterprise: null };
const T2: InstallationPlace = { kind: 'workspace', team: 'T2', enterprise: 'E1' };
const E1: InstallationPlace = { kind: 'organisation', enterprise: 'E1' };
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;

async function kept(installations: Installations, place = T1, sealed = 'sealed-1'): Promise<Installation> {
  await installations.put(place, sealed);
  const found = await installations.of(place.kind === 'workspace' ? place.team : place.enterprise);
  if (found === null) throw new Error('it was not kept');
  return found;
}

/** What every `Installations` keeps to. */
export function installationsContract(open: OpenStore): void {
  describe('installations', () => {
    it.each([T1, T2, E1])('gives back what was put: %o', async (place) => {
      const { installations } = (await open()).store;
      expect(await kept(installations, place)).toMatchObject({ place, sealed: 'sealed-1' });
    });

    it('finds a place by its own id only', async () => {
      const { installations } = (await open()).store;
      await kept(installations, T1);
      await kept(installations, E1, 'sealed-of-E1');
      expect([await installations.of('T2'), (await installations.of('E1'))?.sealed]).toEqual([null, 'sealed-of-E1']);
      expect((await installations.all()).map(({ place }) => place)).toEqual([E1, T1]);
    });

    it('replaces what was read, and refuses the second of two that read the same', async () => {
      const { installations } = (await open()).store;
      const read = await kept(installations);
      expect(await installations.replace(read, 'sealed-2')).toBe(true);
      expect(await installations.replace(read, 'sealed-3')).toBe(false);
      expect((await installations.of('T1'))?.sealed).toBe('sealed-2');
    });

    it('refuses a writer from before a removal and a new installation', async () => {
      const { installations } = (await open()).store;
      const before = await kept(installations);
      await installations.remove(before);
      await kept(installations);
      expect(await installations.replace(before, 'sealed-2')).toBe(false);
      expect(await installations.remove(before)).toBe(false);
      expect((await installations.of('T1'))?.sealed).toBe('sealed-1');
    });

    it('gives the renewal of a version to one of many that ask at once', async () => {
      const { installations } = (await open()).store;
      const read = await kept(installations);
      const claims = await Promise.all(Array.from({ length: 20 }, () => installations.claimRenewal(read, LEASE_MS)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    it('gives a renewal that ran out to the next one', async () => {
      const { store, advance } = await open();
      const read = await kept(store.installations);
      await store.installations.claimRenewal(read, LEASE_MS);
      expect(await store.installations.claimRenewal(read, LEASE_MS)).toBe(false);
      await advance(LEASE_MS + 1);
      expect(await store.installations.claimRenewal(read, LEASE_MS)).toBe(true);
    });

    it('gives no renewal of a version that is past, and one of the next at once', async () => {
      const { installations } = (await open()).store;
      const read = await kept(installations);
      await installations.claimRenewal(read, LEASE_MS);
      await installations.replace(read, 'sealed-2');
      const next = await installations.of('T1');
      expect(await installations.claimRenewal(read, LEASE_MS)).toBe(false);
      expect(next && (await installations.claimRenewal(next, LEASE_MS))).toBe(true);
    });

    it('forgets what is removed, and only that', async () => {
      const { installations } = (await open()).store;
      await kept(installations, T2);
      expect(await installations.remove(await kept(installations))).toBe(true);
      expect((await installations.all()).map(({ place }) => place)).toEqual([T2]);
    });

    it('remembers the organisation of a workspace, as last noted', async () => {
      const { installations } = (await open()).store;
      await installations.noteMember('T1', 'E1');
      await installations.noteMember('T2', 'E1');
      await installations.noteMember('T1', 'E2');
      expect(await Promise.all(['T1', 'T2', 'T3'].map((team) => installations.organisationOf(team)))).toEqual([
        'E2',
        'E1',
        null,
      ]);
      expect(await installations.membersOf('E1')).toEqual(['T2']);
    });

    it('forgets that a workspace belongs to an organisation, and nothing of another one', async () => {
      const { installations } = (await open()).store;
      await installations.noteMember('T1', 'E1');
      await installations.noteMember('T2', 'E1');
      await installations.forgetMember('T1', 'E2');
      expect(await installations.membersOf('E1')).toEqual(['T1', 'T2']);
      await installations.forgetMember('T1', 'E1');
      expect([await installations.organisationOf('T1'), await installations.membersOf('E1')]).toEqual([null, ['T2']]);
    });

    it('lets a ticket be spent once, however many try at once', async () => {
      const { store, now } = await open();
      const expiresAt = (await now()) + MINUTE_MS;
      const spent = await Promise.all(Array.from({ length: 20 }, () => store.installations.spend('a', expiresAt)));
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await store.installations.spend('b', expiresAt)).toBe(true);
    });

    it('keeps a spent ticket until it has expired', async () => {
      const { store, now, advance } = await open();
      const expiresAt = (await now()) + 10 * MINUTE_MS;
      await store.installations.spend('a', expiresAt);
      await advance(9 * MINUTE_MS);
      expect(await store.installations.spend('a', expiresAt)).toBe(false);
      await advance(MINUTE_MS);
      expect(await store.installations.spend('a', expiresAt)).toBe(true);
    });
  });
}
