import { join } from 'node:path';
import { readVerifyKeys } from '../../../src/cli/verify-keys.ts';
import type { StoredEvent } from '../../../src/domain/event.ts';
import type { ConversationId } from '../../../src/domain/ids.ts';
import { ed25519Verifier } from '../../../src/platform/ed25519.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { readCheckpointFile } from '../../../src/store/audit/checkpoint-file.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { SeenMessage } from '../slack/people.ts';
import { type Effect, openEffects } from './effects.ts';
import type { Acked, CrashPeople, Thread } from './people.ts';

/** All that is left of a run once every process is gone: what was logged, done, acknowledged and shown. */
export interface History {
  readonly conversations: readonly {
    readonly thread: Thread;
    readonly id: ConversationId;
    readonly log: readonly StoredEvent[];
    readonly messages: readonly SeenMessage[];
  }[];
  readonly effects: readonly Effect[];
  readonly acked: readonly Acked[];
  /** What `audit verify` finds, with checkpoints. */
  readonly audit: readonly string[];
}

export const TEAM = 'T0LOCAL';

/** Collects the history of a bot that is not running. */
export async function collectHistory(dataDir: string, people: CrashPeople): Promise<History> {
  const store = await openSqliteStore({ path: join(dataDir, 'countersign.db'), now: Date.now });
  const effects = openEffects(join(dataDir, 'effects.db'));
  try {
    const conversations: History['conversations'][number][] = [];
    for (const thread of people.threads) {
      const id = conversationOf({ team: TEAM, ...thread });
      const messages = await people.messages(thread);
      conversations.push({ thread, id, log: await store.log.read(id), messages });
    }
    const verifier = ed25519Verifier(readVerifyKeys(join(dataDir, 'keys.json')));
    const checkpoints = await readCheckpointFile(join(dataDir, 'checkpoints.log'));
    const { findings } = await verifyAll(store.chain, { verifier, checkpoints });
    return {
      conversations,
      effects: effects.all(),
      acked: people.acked,
      audit: findings.map((finding) => JSON.stringify(finding)),
    };
  } finally {
    effects.close();
    await store.close();
  }
}
