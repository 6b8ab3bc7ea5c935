import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.ts';

// Many tests start the bot as a process of its own: compiled code is kept for the next one.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/node-compile', import.meta.url));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Several processes that wait for one another's leases, minutes in all: `npm run test:scale` runs them.
    exclude: [...configDefaults.exclude, ...(process.env['TEST_SCALE'] === '1' ? [] : ['test/scale/**'])],
    // Bounds for what hangs, not measurements: a machine with other work takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/support/scratch-folder.ts'],
    // No test changes a module or the process for others, and loading everything anew for each file is most of the work.
    isolate: false,
    // Many tests wait for other processes more than they compute: one worker a core would leave the cores idle.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
