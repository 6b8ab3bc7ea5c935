import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/**
 * Tests, inside a `describe`, that let the kernel fail a child's system calls. Without strace there is one loud line and
 * one test that says so; where `CI` or `REQUIRE_STRACE` is set, that test fails.
 */
export function withStrace(tests: () => void): void {
  if (spawnSync('strace', ['-V']).status === 0) {
    tests();
    return;
  }
  it('no strace here: failing system calls not tested', () => {
    console.warn('NO STRACE HERE: failing system calls not tested.');
    const required = Boolean(process.env['CI'] || process.env['REQUIRE_STRACE']);
    expect(required, 'strace is required here (CI or REQUIRE_STRACE is set)').toBe(false);
  });
}
