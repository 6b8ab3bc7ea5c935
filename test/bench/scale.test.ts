import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { UsageProblem } from '../../bench/measure/usage.ts';
import { runScaleBench } from '../../bench/scale/run-scale-bench.ts';
import { startServer, withPostgres } from '../support/postgres.ts';
import { inThoroughRuns } from '../support/thorough.ts';

const SMOKE_MS = 120_000;
const results = z.object({ command: z.string(), figures: z.record(z.string(), z.number()) });

describe('the scale bench', () => {
  it('asks for a database when there is none', async () => {
    await expect(runScaleBench(['--database', ''], () => undefined)).rejects.toThrow(UsageProblem);
  });

  inThoroughRuns(() => {
    withPostgres((here) => {
      it('compares one process with three, and tells how soon a dead one is replaced', {
        timeout: SMOKE_MS,
      }, async () => {
        const server = await startServer(here);
        onTestFinished(() => server.stop());
        const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-test-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const out = join(folder, 'scale.json');
        const small = ['--turns', '6', '--wait', '50'];
        await runScaleBench(['--database', server.url, ...small, '--out', out], () => undefined);
        const { command, figures } = results.parse(JSON.parse(readFileSync(out, 'utf8')));
        expect(figures['turns a second, three processes']).toBeGreaterThan(0);
        expect(figures['takeover, ms']).toBeGreaterThan(0);
        expect(command).not.toContain('postgres');
      });
    });
  });
});
