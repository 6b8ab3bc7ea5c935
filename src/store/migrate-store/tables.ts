/** A column of both engines: what SQLite gives for it, and the type PostgreSQL takes it as. */
export interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'integer' | 'text' | 'bytea';
  /** In SQLite's words, where it is not just the column. */
  readonly from?: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Rows of one statement, where a row may be large. */
  readonly page?: number;
  /** Where PostgreSQL counts on from after the copy. */
  readonly counts?: { readonly sequence: string; readonly column: string };
}

/** Rows that are files each: tens of megabytes at most. */
const LARGE_ROWS = 4;

const bigint = (name: string, from?: string): Column => ({
  name,
  type: 'bigint',
  ...(from === undefined ? {} : { from }),
});
const text = (name: string): Column => ({ name, type: 'text' });

const identityOf = (table: string, column: string) => ({
  sequence: `pg_get_serial_sequence('${table}', '${column}')`,
  column,
});

/**
 * Everything that is kept, in an order in which each row finds what it refers to. Not the index: it is derived from the
 * log. Claims and leases end with the process that held them, so what was claimed is due at once.
 */
export const tables: readonly Table[] = [
  {
    name: 'conversations',
    columns: [
      bigint('key'),
      text('id'),
      bigint('seq'),
      text('hash'),
      bigint('written_at'),
      text('team'),
      bigint('epoch'),
      bigint('due_at', 'CASE WHEN lease_until IS NULL THEN due_at ELSE 0 END'),
    ],
    counts: identityOf('conversations', 'key'),
  },
  {
    name: 'events',
    columns: [
      bigint('conversation'),
      bigint('seq'),
      bigint('at'),
      text('type'),
      { name: 'version', type: 'integer' },
      text('body'),
      text('hash'),
    ],
  },
  {
    name: 'inbox',
    columns: [
      bigint('position'),
      text('key'),
      text('kind'),
      text('body'),
      bigint('received_at'),
      bigint('attempts'),
      bigint('retry_at'),
      bigint('done_at'),
    ],
    counts: identityOf('inbox', 'position'),
  },
  {
    name: 'outbox',
    columns: [text('key'), bigint('conversation'), bigint('revision'), bigint('attempts'), bigint('due_at')],
    counts: { sequence: `'outbox_revision'`, column: 'revision' },
  },
  { name: 'open_streams', columns: [text('key'), bigint('conversation'), text('body')] },
  { name: 'blobs', columns: [text('sha256'), { name: 'bytes', type: 'bytea' }], page: LARGE_ROWS },
  { name: 'blob_uses', columns: [bigint('conversation'), text('sha256'), bigint('seq')] },
  {
    name: 'installations',
    columns: [text('id'), text('kind'), text('enterprise'), text('sealed'), text('version')],
  },
  { name: 'organisation_members', columns: [text('team'), text('enterprise')] },
  { name: 'spent_tickets', columns: [text('ticket'), bigint('expires_at')] },
  { name: 'preferences', columns: [text('team'), text('person'), text('card_route')] },
];
