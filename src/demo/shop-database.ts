import Database from 'better-sqlite3';

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly item: string;
  readonly total_cents: number;
  readonly status: string;
}

/** The demo's shop: orders, and one row in `effects` for every time a tool really did something. */
export interface Shop {
  find(query: string): readonly Order[];
  order(id: string): Order | undefined;
  /** Records one execution, atomically with what it changes; what was done under the same key is not done again. */
  execute(effect: Effect, change: () => void): void;
  setStatus(id: string, status: string): void;
  addNote(id: string, text: string): void;
  close(): void;
}

export interface Effect {
  readonly tool: string;
  readonly argsJson: string;
  readonly idempotencyKey: string;
  readonly at: number;
}

const SCHEMA = `
  create table if not exists orders (
    id text primary key, customer text not null, item text not null, total_cents integer not null, status text not null
  ) strict;
  create table if not exists notes (order_id text not null, text text not null) strict;
  create table if not exists effects (
    id integer primary key, at integer not null, tool text not null, args_json text not null, idempotency_key text not null
  ) strict;
`;

const SEED: readonly Order[] = [
  { id: '1041', customer: 'Kim', item: 'Desk lamp', total_cents: 3900, status: 'delivered' },
  { id: '1042', customer: 'Sam', item: 'Kettle', total_cents: 4900, status: 'delivered' },
  { id: '1043', customer: 'Noor', item: 'Headphones', total_cents: 9900, status: 'delivered' },
  { id: '1044', customer: 'Ida', item: 'Standing desk', total_cents: 48900, status: 'shipped' },
  { id: '1045', customer: 'Lee', item: 'Notebook', total_cents: 900, status: 'paid' },
];
const MAX_FOUND = 20;

export function openShop(path: string): Shop {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(SCHEMA);
  const seed = db.prepare('insert or ignore into orders values (@id, @customer, @item, @total_cents, @status)');
  for (const order of SEED) seed.run(order);
  const find = db.prepare<[string, string, string, number], Order>(
    'select * from orders where id = ? or customer like ? or item like ? order by id limit ?',
  );
  const byId = db.prepare<[string], Order>('select * from orders where id = ?');
  const known = db.prepare<[string], { readonly id: number }>('select id from effects where idempotency_key = ?');
  const record = db.prepare('insert into effects (at, tool, args_json, idempotency_key) values (?, ?, ?, ?)');
  const setStatus = db.prepare('update orders set status = ? where id = ?');
  const addNote = db.prepare('insert into notes values (?, ?)');
  const executeOnce = db.transaction((effect: Effect, change: () => void) => {
    if (known.get(effect.idempotencyKey) !== undefined) return;
    record.run(effect.at, effect.tool, effect.argsJson, effect.idempotencyKey);
    change();
  });
  return {
    find(query) {
      const like = `%${query.replaceAll(/[%_]/g, '')}%`;
      return find.all(query.replace(/^#/, ''), like, like, MAX_FOUND);
    },
    order: (id) => byId.get(id),
    execute: (effect, change) => executeOnce.immediate(effect, change),
    setStatus: (id, status) => void setStatus.run(status, id),
    addNote: (id, text) => void addNote.run(id, text),
    close: () => void db.close(),
  };
}
