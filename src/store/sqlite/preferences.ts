import type { Database } from 'better-sqlite3';
import type { Person } from '../../domain/person.ts';
import type { CardRoute, Preferences } from '../../ports/preferences.ts';
import { storableKey } from '../storable-key.ts';
import type { Read } from './reads.ts';
import type { WriteQueue } from './write-queue.ts';

interface PreferencesParts {
  readonly db: Database;
  readonly read: Read;
  readonly queue: WriteQueue;
}

export function makePreferences({ db, read, queue }: PreferencesParts): Preferences {
  const one = db.prepare<[string, string], { route: CardRoute }>(
    'SELECT card_route AS route FROM preferences WHERE team = ? AND person = ?',
  );
  const upsert = db.prepare<[string, string, CardRoute]>(`
    INSERT INTO preferences (team, person, card_route) VALUES (?, ?, ?)
    ON CONFLICT (team, person) DO UPDATE SET card_route = excluded.card_route`);
  const direct = db.prepare<[string], Person>(`
    SELECT team, person AS user FROM preferences WHERE person = ? AND card_route = 'direct' ORDER BY team`);
  const forget = db.prepare<[string]>('DELETE FROM preferences WHERE team = ?');

  return {
    cardRouteOf: ({ team, user }) => read(() => one.get(storableKey(team), storableKey(user))?.route ?? 'thread'),
    chooseCardRoute: ({ team, user }, route) =>
      queue.write('durable', () => {
        upsert.run(storableKey(team), storableKey(user), route);
      }),
    whoChoseDirect: (users) => read(() => [...new Set(users)].flatMap((user) => direct.all(storableKey(user)))),
    forgetTeam: (team) =>
      queue.write('durable', () => {
        forget.run(team);
      }),
  };
}
