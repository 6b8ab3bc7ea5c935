import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src/platform/process-life.ts');
const STARTED_MS = 20_000;

/** Runs a process that stops as ours do, in which this happens; its last words and its exit code. */
async function processIn(what: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const script = `
    import { stopOnSignal } from ${JSON.stringify(SOURCE)};
    const say = (level) => (fields, message) => console.log(JSON.stringify({ level, message, ...fields }));
    const logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    setInterval(() => {}, 1_000);
    stopOnSignal(async () => console.log('stopped orderly'), logger);
    ${what}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

describe('a process in which nobody caught', { timeout: STARTED_MS }, () => {
  it.each([
    ['a rejection', "Promise.reject(new TypeError('SECRET of somebody'));", 'unhandled rejection'],
    ['an exception', "setTimeout(() => { throw new TypeError('SECRET of somebody'); }, 1);", 'uncaught exception'],
  ])('%s logs it without its message, stops orderly and exits with 1', async (_, what, message) => {
    const { code, said } = await processIn(what);
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).toContain('stopped orderly');
    expect(said).not.toContain('SECRET');
  });
});
