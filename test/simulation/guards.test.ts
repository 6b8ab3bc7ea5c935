import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { GUARDS, type Guard } from './guards.ts';

const root = join(import.meta.dirname, '../..');
const copies = mkdtempSync(join(tmpdir(), 'countersign-guards-'));
symlinkSync(join(root, 'node_modules'), join(copies, 'node_modules'));
cpSync(join(root, 'package.json'), join(copies, 'package.json'));
const SEEDS = '1500';
const run = promisify(execFile);
/** What these copies compile to is of no use to anybody later. */
const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };

afterAll(() => rmSync(copies, { recursive: true, force: true }));

/** Copies the code, takes the guard out, and runs the simulation until a seed fails or all have passed. */
async function simulateWithout(
  { file, line, without }: Guard,
  at: string,
): Promise<{ failed: boolean; output: string }> {
  for (const folder of ['src', 'test/simulation', 'test/support']) {
    cpSync(join(root, folder), join(at, folder), { recursive: true });
  }
  const path = join(at, 'src', file);
  const source = readFileSync(path, 'utf8');
  expect(source.split(line), `${file} has this guard exactly once`).toHaveLength(2);
  writeFileSync(path, source.replace(line, without));
  const main = join(at, 'test/simulation/main.ts');
  try {
    const { stdout } = await run(process.execPath, [main, '--count', SEEDS, '--first'], { timeout: 480_000, env });
    return { failed: false, output: stdout };
  } catch (error) {
    return { failed: true, output: error instanceof Error ? outputOf(error) : '' };
  }
}

const outputOf = (error: Error & { readonly stdout?: unknown; readonly stderr?: unknown }): string =>
  [error.stdout, error.stderr].filter((text) => typeof text === 'string').join('');

describe('without a guard, the simulation fails', () => {
  test.each(GUARDS.map((guard, i) => [guard.promise, guard, i] as const))(
    '%s',
    { timeout: 540_000 },
    async (_, guard, i) => {
      const { failed, output } = await simulateWithout(guard, join(copies, String(i)));
      expect(failed).toBe(true);
      expect(output).toMatch(/^seed \d+: /m);
    },
  );
});
