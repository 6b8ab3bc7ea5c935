import { startDemoBot } from '../../../src/demo/start-demo-bot.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import type { Bot } from '../../../src/wire.ts';

/** What `startChildBot` starts, in the process of the test: quick to start, and nobody can kill it. */
export const startDemoBotHere = (workspaceUrl: string, dataDir: string): Promise<Bot> =>
  startDemoBot({
    dataDir,
    workspace: workspaceUrl,
    opsPort: 0,
    model: scriptedModel({ siteUrl: `${workspaceUrl}/site` }),
    say: () => undefined,
    logger: makeLogger({ level: 'silent', secrets: [] }),
  });
