import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSlack } from '../../../src/local-slack/server/start.ts';
import type { BotPlace } from './child.ts';
import { openEffects } from './effects.ts';
import { type CrashPeople, crashPeople } from './people.ts';

/** What outlives every bot: a workspace in this process, the people in it, and a data folder. */
export interface CrashWorld extends BotPlace {
  readonly people: CrashPeople;
  close(): Promise<void>;
}

export async function crashWorld(): Promise<CrashWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  const effects = openEffects(join(dataDir, 'effects.db'));
  return {
    workspaceUrl: workspace.url,
    dataDir,
    people: crashPeople(workspace.url, effects.all),
    async close() {
      effects.close();
      await workspace.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
