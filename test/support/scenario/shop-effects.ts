import { join } from 'node:path';
import Database from 'better-sqlite3';

/** One thing a tool of the demo's shop really did. */
export interface ShopEffect {
  readonly tool: string;
  readonly args: unknown;
  readonly idempotencyKey: string;
}

interface Row {
  readonly tool: string;
  readonly args_json: string;
  readonly idempotency_key: string;
}

/** Everything the shop's tools did, in order, read from their own database beside the running bot. */
export function shopEffects(dataDir: string): readonly ShopEffect[] {
  const db = new Database(join(dataDir, 'shop.db'), { readonly: true });
  try {
    const rows = db.prepare<[], Row>('select tool, args_json, idempotency_key from effects order by id').all();
    return rows.map((row) => ({
      tool: row.tool,
      args: JSON.parse(row.args_json),
      idempotencyKey: row.idempotency_key,
    }));
  } finally {
    db.close();
  }
}
