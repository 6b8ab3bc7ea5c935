import { defineConfig } from 'vitest/config';

/** The tests that hold the rules of `turn` and `domain`; fast enough to be run for every mutant. */
export default defineConfig({
  test: {
    include: [
      'test/domain/**/*.test.ts',
      'test/turn/**/*.test.ts',
      'test/platform/ed25519.test.ts',
      'test/conversation/**/*.test.ts',
    ],
    testTimeout: 20_000,
    pool: 'forks',
  },
});
