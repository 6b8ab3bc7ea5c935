import type { Person } from '../../domain/person.ts';
import type { CardRoute, Preferences } from '../../ports/preferences.ts';
import { storableKey } from '../storable-key.ts';
import type { PostgresDatabase } from './database.ts';

export function makePreferences(db: PostgresDatabase): Preferences {
  return {
    async cardRouteOf({ team, user }) {
      const [row] = await db.query<{ route: CardRoute }>(
        'SELECT card_route AS route FROM preferences WHERE team = $1 AND person = $2',
        [storableKey(team), storableKey(user)],
      );
      return row?.route ?? 'thread';
    },
    async chooseCardRoute({ team, user }, route) {
      await db.query(
        `INSERT INTO preferences (team, person, card_route) VALUES ($1, $2, $3)
         ON CONFLICT (team, person) DO UPDATE SET card_route = excluded.card_route`,
        [storableKey(team), storableKey(user), route],
      );
    },
    whoChoseDirect: (users) =>
      db.query<Person>(
        `SELECT team, person AS "user" FROM preferences WHERE person = ANY($1::text[]) AND card_route = 'direct'
         ORDER BY person, team`,
        [users.map((user) => storableKey(user))],
      ),
    async forgetTeam(team) {
      await db.query('DELETE FROM preferences WHERE team = $1', [team]);
    },
  };
}
