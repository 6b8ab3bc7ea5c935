import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVerifyKeys } from '../../../src/cli/verify-keys.ts';
import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { ed25519Verifier } from '../../../src/platform/ed25519.ts';
import { generateKey } from '../../../src/platform/keyring.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { readCheckpointFile } from '../../../src/store/audit/checkpoint-file.ts';
import { verifyAll } from '../../../src/store/audit/verify.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openEffects } from '../crash/effects.ts';
import type { History } from '../crash/history.ts';
import { type CrashPeople, crashPeople, type Thread } from '../crash/people.ts';
import { askOnce } from './own-database.ts';
import { type BotProcess, startBotProcess } from './process.ts';

/** A workspace in this process, the people in it, and bots that share a database. */
export interface ScaleWorld {
  readonly people: CrashPeople;
  /** Starts one more bot, with a folder of its own. */
  start(): Promise<BotProcess>;
  /** How many conversations are claimed now. */
  running(): Promise<number>;
  /** What is left once no bot runs any more. */
  history(): Promise<History>;
  close(): Promise<void>;
}

const TEAM = 'T0LOCAL';

export async function makeScaleWorld(
  databaseUrl: string,
  expected: Partial<Pick<Thread, 'mayBePutAside'>> = {},
): Promise<ScaleWorld> {
  const worldDir = mkdtempSync(join(tmpdir(), 'countersign-scale-'));
  writeFileSync(join(worldDir, 'keys.json'), JSON.stringify(generateKey(new Date())), { mode: 0o600 });
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  const effects = openEffects(join(worldDir, 'effects.db'));
  const people = crashPeople(workspace.url, effects.all, expected);
  const folders: string[] = [];
  const bots: BotProcess[] = [];

  return {
    people,
    async start() {
      const ownDir = join(worldDir, `bot-${folders.length}`);
      mkdirSync(ownDir);
      folders.push(ownDir);
      const bot = await startBotProcess({ workspaceUrl: workspace.url, databaseUrl, worldDir, ownDir });
      bots.push(bot);
      return bot;
    },
    running: async () => {
      const [row] = await askOnce(
        databaseUrl,
        'SELECT count(*) AS claimed FROM conversations WHERE lease_until IS NOT NULL',
      );
      return Number(row?.['claimed'] ?? 0);
    },
    async history() {
      const store = await openPostgresStore({ url: databaseUrl });
      try {
        const conversations: History['conversations'][number][] = [];
        for (const thread of people.threads) {
          const id = conversationOf({ team: TEAM, ...thread });
          conversations.push({ thread, id, log: await store.log.read(id), messages: await people.messages(thread) });
        }
        const verifier = ed25519Verifier(readVerifyKeys(join(worldDir, 'keys.json')));
        const audit: string[] = [];
        for (const folder of folders) {
          const checkpoints = await readCheckpointFile(join(folder, 'checkpoints.log'));
          const { findings } = await verifyAll(store.chain, { verifier, checkpoints });
          audit.push(...findings.map((finding) => JSON.stringify(finding)));
        }
        return { conversations, effects: effects.all(), acked: people.acked, audit };
      } finally {
        await store.close();
      }
    },
    async close() {
      for (const bot of bots) await bot.kill9();
      effects.close();
      await workspace.close();
      rmSync(worldDir, { recursive: true, force: true });
    },
  };
}
