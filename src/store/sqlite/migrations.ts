import type { Migration } from '../migration.ts';

/**
 * `conversations` holds one row per conversation: where its chain ends, whom it works for, who has claimed it and when it
 * is due: at the end of its lease while it is claimed. `events` is the log; its triggers refuse every update, and every
 * delete but that of what a later `conversation.pruned` of the same conversation buries. `questions` and `grants` are
 * the index, a cache over the log. Times are milliseconds since the epoch.
 */
export const migrations: readonly Migration[] = [
  {
    number: 1,
    sql: `
      CREATE TABLE conversations (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        seq INTEGER NOT NULL DEFAULT 0,
        hash TEXT NOT NULL,
        written_at INTEGER,
        team TEXT,
        epoch INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        lease_until INTEGER,
        due_at INTEGER,
        ready_at INTEGER GENERATED ALWAYS AS (coalesce(lease_until, due_at)) VIRTUAL
      ) STRICT;
      CREATE INDEX conversations_ready ON conversations (ready_at) WHERE ready_at IS NOT NULL;

      CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        type TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL,
        UNIQUE (conversation, seq)
      ) STRICT;
      CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
      CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

      CREATE TABLE questions (
        approval TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        team TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        settled_at INTEGER
      ) STRICT;
      CREATE INDEX questions_pending ON questions (team, asked_at) WHERE settled_at IS NULL;
      CREATE INDEX questions_settled ON questions (team, settled_at) WHERE settled_at IS NOT NULL;

      CREATE TABLE grants (
        approval TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        holder_team TEXT NOT NULL,
        holder_user TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX grants_held ON grants (holder_team, holder_user, expires_at);

      CREATE TABLE inbox (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        received_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        retry_at INTEGER,
        done_at INTEGER
      ) STRICT;
      CREATE INDEX inbox_pending ON inbox (position) WHERE done_at IS NULL;
      CREATE INDEX inbox_done ON inbox (done_at) WHERE done_at IS NOT NULL;

      CREATE TABLE outbox (
        key TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        revision INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        lease_until INTEGER
      ) STRICT;
      CREATE INDEX outbox_due ON outbox (due_at, revision);
      CREATE TABLE outbox_revision (latest INTEGER NOT NULL) STRICT;
      INSERT INTO outbox_revision VALUES (0);

      CREATE TABLE open_streams (
        key TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        body TEXT NOT NULL,
        opened_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE probe (written_at INTEGER NOT NULL) STRICT;
      INSERT INTO probe VALUES (0);
    `,
  },
  {
    number: 2,
    sql: `
      DROP TRIGGER events_are_never_removed;
      CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
        WHEN old.seq >= coalesce((
          SELECT seq FROM events WHERE conversation = old.conversation AND type = 'conversation.pruned'
          ORDER BY seq DESC LIMIT 1), 0)
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
      CREATE INDEX questions_of_conversation ON questions (conversation);
      CREATE INDEX grants_of_conversation ON grants (conversation);
    `,
  },
  {
    number: 3,
    // Where the bot is installed; `sealed` holds the tokens, encrypted. `spent_tickets` are single-use texts that were used.
    sql: `
      CREATE TABLE installations (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('workspace', 'organisation')),
        enterprise TEXT,
        sealed TEXT NOT NULL,
        version TEXT NOT NULL,
        renewal_until INTEGER
      ) STRICT;
      CREATE TABLE organisation_members (team TEXT PRIMARY KEY, enterprise TEXT NOT NULL) STRICT;
      CREATE INDEX organisation_members_by_enterprise ON organisation_members (enterprise);
      CREATE TABLE spent_tickets (ticket TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
      CREATE INDEX spent_tickets_expired ON spent_tickets (expires_at);
    `,
  },
  {
    number: 4,
    // What people chose for themselves; who has no row chose nothing.
    sql: `
      CREATE TABLE preferences (
        team TEXT NOT NULL,
        person TEXT NOT NULL,
        card_route TEXT NOT NULL CHECK (card_route IN ('thread', 'direct')),
        PRIMARY KEY (team, person)
      ) STRICT;
      CREATE INDEX preferences_by_person ON preferences (person);
    `,
  },
  {
    number: 5,
    // What results refer to by hash, and which conversations do; `seq`: where the conversation's log ended at that time.
    sql: `
      CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      CREATE TABLE blob_uses (
        conversation INTEGER NOT NULL REFERENCES conversations (key),
        sha256 TEXT NOT NULL REFERENCES blobs (sha256),
        seq INTEGER NOT NULL,
        PRIMARY KEY (conversation, sha256)
      ) STRICT;
      CREATE INDEX blob_uses_by_blob ON blob_uses (sha256);
    `,
  },
];
