import { exitWith } from '../errors.ts';
import { readDemoOptions } from './options.ts';

/**
 * `npm run demo`: the local workspace and the bot in one command.
 * `--port N` (0 picks one), `--data DIR`, `--reset`, `--bot-only --workspace URL` for just the bot,
 * `--database URL` for several bots over one data folder and one PostgreSQL, `--ops-port N` for health and figures.
 */
async function main(): Promise<void> {
  const options = readDemoOptions();
  // Who mistypes an option is told before the whole bot is loaded.
  const { runDemo } = await import('./run-demo.ts');
  await runDemo(options);
}

await main().catch(exitWith);
