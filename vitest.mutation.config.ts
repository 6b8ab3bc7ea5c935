import { defineConfig } from 'vitest/config';

/**
 * The tests that hold the rules of `turn` and `domain`, fast enough to be run for every mutant; thousands of random
 * histories are not. (Stryker is told of no tsconfig: it would parse one with a compiler API TypeScript 7 has not got.)
 */
export default defineConfig({
  test: {
    include: ['test/domain/**/*.test.ts', 'test/turn/**/*.test.ts', 'test/platform/ed25519.test.ts'],
    exclude: ['test/turn/histories.test.ts'],
    testTimeout: 20_000,
    pool: 'threads',
    isolate: false,
  },
});
