import { describe, expect, it } from 'vitest';
import type { OpenStore } from '../support/store-under-test.ts';

const ann = { team: 'T1', user: 'U1' };
const bea = { team: 'T1', user: 'U2' };
/** Has Ann's user id in another team. */
const stranger = { team: 'T2', user: 'U1' };

/** What every `Preferences` keeps to. */
export function preferencesContract(open: OpenStore): void {
  describe('preferences', () => {
    it('are those of the thread until somebody chooses', async () => {
      const { preferences } = (await open()).store;
      expect(await preferences.cardRouteOf(ann)).toBe('thread');
      expect(await preferences.whoChoseDirect(['U1', 'U2'])).toEqual([]);
    });

    it('keep what was chosen last', async () => {
      const { preferences } = (await open()).store;
      const seen = [];
      for (const route of ['direct', 'thread', 'direct'] as const) {
        await preferences.chooseCardRoute(ann, route);
        seen.push(await preferences.cardRouteOf(ann));
      }
      expect(seen).toEqual(['direct', 'thread', 'direct']);
    });

    it('belong to one person of one team', async () => {
      const { preferences } = (await open()).store;
      await preferences.chooseCardRoute(ann, 'direct');
      expect(await Promise.all([stranger, bea].map((person) => preferences.cardRouteOf(person)))).toEqual([
        'thread',
        'thread',
      ]);
      expect(await preferences.whoChoseDirect(['U1', 'U2', 'U1'])).toEqual([ann]);
    });

    it('tell people of several teams with the same id apart', async () => {
      const { preferences } = (await open()).store;
      for (const person of [ann, bea, stranger]) await preferences.chooseCardRoute(person, 'direct');
      expect(await preferences.whoChoseDirect(['U1'])).toEqual([ann, stranger]);
    });

    it('name nobody who has gone back to the thread', async () => {
      const { preferences } = (await open()).store;
      await preferences.chooseCardRoute(ann, 'direct');
      await preferences.chooseCardRoute(ann, 'thread');
      expect(await preferences.whoChoseDirect(['U1'])).toEqual([]);
    });

    it('are forgotten with their team, and only that', async () => {
      const { preferences } = (await open()).store;
      for (const person of [ann, bea, stranger]) await preferences.chooseCardRoute(person, 'direct');
      await preferences.forgetTeam('T1');
      expect(await preferences.whoChoseDirect(['U1', 'U2'])).toEqual([stranger]);
    });
  });
}
