import Database from 'better-sqlite3';

/** One time a tool really did something in the world outside. */
export interface Effect {
  readonly mark: string;
  /** Which of the calls of its conversation. */
  readonly part: number;
  readonly tool: string;
  readonly key: string;
  readonly at: number;
}

/** The world outside: what is in it was done, whatever became of the process that did it. */
export interface Effects {
  /** Does it once more. */
  add(effect: Effect): void;
  /** Does it unless something was done under this key, as a service that takes idempotency keys. */
  addOnce(effect: Effect): void;
  withKey(key: string): boolean;
  all(): readonly Effect[];
  close(): void;
}

export function openEffects(path: string): Effects {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS effects (mark TEXT, part INTEGER, tool TEXT, key TEXT, at INTEGER) STRICT');
  const insert = db.prepare<Effect>('INSERT INTO effects VALUES (@mark, @part, @tool, @key, @at)');
  const find = db.prepare<[string], Effect>('SELECT mark, part, tool, key, at FROM effects WHERE key = ?');
  const all = db.prepare<[], Effect>('SELECT mark, part, tool, key, at FROM effects ORDER BY rowid');
  return {
    add: (effect) => void insert.run(effect),
    addOnce: (effect) => {
      if (find.get(effect.key) === undefined) insert.run(effect);
    },
    withKey: (key) => find.get(key) !== undefined,
    all: () => all.all(),
    close: () => void db.close(),
  };
}
