import Database from 'better-sqlite3';
import { conversationId } from '../../src/domain/ids.ts';
import { chainHash, chainStart } from '../../src/store/chain.ts';

interface Row {
  readonly position: number;
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly version: number;
  readonly body: string;
}

/** Changes a closed database the way someone with the file and a SQL prompt can: our triggers do not stop them. */
export function tamper(path: string, sql: string): void {
  const db = new Database(path);
  db.exec('DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_removed;');
  db.exec(sql);
  db.close();
}

/** As `tamper`, by someone who knows how events are chained and makes the chain whole again. */
export function tamperAndRechain(path: string, sql: string): void {
  tamper(path, sql);
  const db = new Database(path);
  const rows = db.prepare<[], Row>(
    'SELECT position, id, e.seq, at, type, version, body FROM events e JOIN conversations c ON c.key = e.conversation ORDER BY position',
  );
  const heads = new Map<string, { readonly seq: number; readonly hash: string }>();
  for (const { position, id, ...event } of rows.all()) {
    const previous = heads.get(id) ?? { seq: 0, hash: chainStart(conversationId(id)) };
    const seq = previous.seq + 1;
    const hash = chainHash(previous.hash, { ...event, seq });
    db.prepare('UPDATE events SET seq = ?, hash = ? WHERE position = ?').run(seq, hash, position);
    heads.set(id, { seq, hash });
  }
  for (const [id, { seq, hash }] of heads) {
    db.prepare('UPDATE conversations SET seq = ?, hash = ? WHERE id = ?').run(seq, hash, id);
  }
  db.close();
}
