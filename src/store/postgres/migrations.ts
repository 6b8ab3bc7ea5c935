import type { Migration } from '../migration.ts';

/** The same tables as in SQLite, in this engine's words. `now_ms` is the one clock of all processes. */
export const migrations: readonly Migration[] = [
  {
    number: 1,
    sql: `
      CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
        AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

      CREATE TABLE conversations (
        key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        seq bigint NOT NULL DEFAULT 0,
        hash text NOT NULL,
        written_at bigint,
        team text,
        epoch bigint NOT NULL DEFAULT 0,
        owner text,
        lease_until bigint,
        due_at bigint,
        ready_at bigint GENERATED ALWAYS AS (coalesce(lease_until, due_at)) STORED
      );
      CREATE INDEX conversations_ready ON conversations (ready_at) WHERE ready_at IS NOT NULL;

      CREATE TABLE events (
        conversation bigint NOT NULL REFERENCES conversations (key),
        seq bigint NOT NULL,
        at bigint NOT NULL,
        type text NOT NULL,
        version integer NOT NULL,
        body text NOT NULL,
        hash text NOT NULL,
        PRIMARY KEY (conversation, seq)
      );
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$;
      CREATE TRIGGER events_are_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE TABLE questions (
        number bigint GENERATED ALWAYS AS IDENTITY,
        approval text COLLATE "C" PRIMARY KEY,
        conversation bigint NOT NULL REFERENCES conversations (key),
        team text NOT NULL,
        asked_at bigint NOT NULL,
        settled_at bigint
      );
      CREATE INDEX questions_pending ON questions (team, asked_at, number) WHERE settled_at IS NULL;
      CREATE INDEX questions_settled ON questions (team, settled_at, number) WHERE settled_at IS NOT NULL;

      CREATE TABLE grants (
        approval text COLLATE "C" PRIMARY KEY,
        conversation bigint NOT NULL REFERENCES conversations (key),
        holder_team text NOT NULL,
        holder_user text NOT NULL,
        expires_at bigint NOT NULL
      );
      CREATE INDEX grants_held ON grants (holder_team, holder_user, expires_at);

      CREATE TABLE inbox (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text COLLATE "C" NOT NULL UNIQUE,
        kind text NOT NULL,
        body text NOT NULL,
        received_at bigint NOT NULL,
        attempts bigint NOT NULL DEFAULT 0,
        retry_at bigint,
        done_at bigint
      );
      CREATE INDEX inbox_pending ON inbox (position) WHERE done_at IS NULL;
      CREATE INDEX inbox_done ON inbox (done_at) WHERE done_at IS NOT NULL;

      CREATE SEQUENCE outbox_revision;
      CREATE TABLE outbox (
        key text COLLATE "C" PRIMARY KEY,
        conversation bigint NOT NULL REFERENCES conversations (key),
        revision bigint NOT NULL,
        attempts bigint NOT NULL DEFAULT 0,
        due_at bigint NOT NULL,
        lease_until bigint
      );
      CREATE INDEX outbox_due ON outbox (due_at, revision);

      CREATE TABLE open_streams (
        number bigint GENERATED ALWAYS AS IDENTITY,
        key text COLLATE "C" PRIMARY KEY,
        conversation bigint NOT NULL REFERENCES conversations (key),
        body text NOT NULL
      );

      CREATE TABLE probe (written_at bigint NOT NULL);
      INSERT INTO probe VALUES (0);
    `,
  },
  {
    number: 2,
    // What one process handles is left alone by the others for as long as it says that it is there.
    sql: `
      CREATE TABLE processes (id text COLLATE "C" PRIMARY KEY, seen_at bigint NOT NULL);
      ALTER TABLE inbox ADD COLUMN owner text COLLATE "C";
      ALTER TABLE outbox ADD COLUMN owner text COLLATE "C";
    `,
  },
  {
    number: 3,
    // Only what a later event of the same conversation buries may be removed.
    sql: `
      DROP TRIGGER events_are_never_changed ON events;
      CREATE TRIGGER events_are_never_changed BEFORE UPDATE OR TRUNCATE ON events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF old.seq >= coalesce((
          SELECT seq FROM events WHERE conversation = old.conversation AND type = 'conversation.pruned'
          ORDER BY seq DESC LIMIT 1), 0)
        THEN RAISE EXCEPTION 'the log is append-only'; END IF;
        RETURN old;
      END $$;
      CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
        FOR EACH ROW EXECUTE FUNCTION refuse_removal();
      CREATE INDEX questions_of_conversation ON questions (conversation);
      CREATE INDEX grants_of_conversation ON grants (conversation);
    `,
  },
  {
    number: 4,
    // Where the bot is installed; `sealed` holds the tokens, encrypted. `spent_tickets` are single-use texts that were used.
    sql: `
      CREATE TABLE installations (
        id text COLLATE "C" PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('workspace', 'organisation')),
        enterprise text,
        sealed text NOT NULL,
        version text NOT NULL,
        renewal_until bigint
      );
      CREATE TABLE organisation_members (team text COLLATE "C" PRIMARY KEY, enterprise text NOT NULL);
      CREATE INDEX organisation_members_by_enterprise ON organisation_members (enterprise);
      CREATE TABLE spent_tickets (ticket text COLLATE "C" PRIMARY KEY, expires_at bigint NOT NULL);
      CREATE INDEX spent_tickets_expired ON spent_tickets (expires_at);
    `,
  },
  {
    number: 5,
    // What people chose for themselves; who has no row chose nothing.
    sql: `
      CREATE TABLE preferences (
        team text COLLATE "C" NOT NULL,
        person text COLLATE "C" NOT NULL,
        card_route text NOT NULL CHECK (card_route IN ('thread', 'direct')),
        PRIMARY KEY (team, person)
      );
      CREATE INDEX preferences_by_person ON preferences (person);
    `,
  },
  {
    number: 6,
    // What results refer to by hash, and which conversations do; `seq`: where the conversation's log ended at that time.
    sql: `
      CREATE TABLE blobs (sha256 text COLLATE "C" PRIMARY KEY, bytes bytea NOT NULL);
      ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE TABLE blob_uses (
        conversation bigint NOT NULL REFERENCES conversations (key),
        sha256 text COLLATE "C" NOT NULL REFERENCES blobs (sha256),
        seq bigint NOT NULL,
        PRIMARY KEY (conversation, sha256)
      );
      CREATE INDEX blob_uses_by_blob ON blob_uses (sha256);
    `,
  },
  {
    number: 7,
    // Tells which of those kept at the same place in the log was kept last.
    sql: `ALTER TABLE blob_uses ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;`,
  },
];

/** The schema this code was written for. */
export const newestMigration: number = migrations.at(-1)?.number ?? 0;
