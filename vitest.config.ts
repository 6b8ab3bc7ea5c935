import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Many tests wait for other processes more than they compute: one worker a core would leave the cores idle.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
