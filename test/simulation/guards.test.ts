import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf } from '../support/thorough.ts';
import { GUARDS, type Guard } from './guards.ts';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'countersign-guards-'));
const SEEDS = '1500';
const run = promisify(execFile);
/** One copy for all, so that what one run has compiled serves the next. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(copy, 'compiled') };

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const folder of ['src', 'test/simulation', 'test/support']) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Takes the guard out of the copy, runs the simulation until a seed fails or all have passed, and puts it back. */
async function simulateWithout({ file, line, without }: Guard): Promise<{ failed: boolean; output: string }> {
  const path = join(copy, 'src', file);
  const source = readFileSync(path, 'utf8');
  expect(source.split(line), `${file} has this guard exactly once`).toHaveLength(2);
  writeFileSync(path, source.replace(line, without));
  const main = join(copy, 'test/simulation/main.ts');
  try {
    const { stdout } = await run(process.execPath, [main, '--count', SEEDS, '--first'], { timeout: 480_000, env });
    return { failed: false, output: stdout };
  } catch (error) {
    return { failed: true, output: error instanceof Error ? outputOf(error) : '' };
  } finally {
    writeFileSync(path, source);
  }
}

const outputOf = (error: Error & { readonly stdout?: unknown; readonly stderr?: unknown }): string =>
  [error.stdout, error.stderr].filter((text) => typeof text === 'string').join('');

describe('without a guard, the simulation fails', () => {
  test.each(partOf(GUARDS, 4).map((guard) => [guard.promise, guard] as const))(
    '%s',
    { timeout: 540_000 },
    async (_, guard) => {
      const { failed, output } = await simulateWithout(guard);
      expect(failed).toBe(true);
      expect(output).toMatch(/^seed \d+: /m);
    },
  );
});
