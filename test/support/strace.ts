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

/**
 * The command line that runs `command` with these injections (strace's own `calls:what:when`), in `files` alone if any
 * are named. For errors only the system calls that are to fail stop the process, which is much faster than following
 * all of them; signals are not delivered reliably that way.
 */
export function underStrace(
  injections: readonly string[],
  command: readonly [string, ...string[]],
  files: readonly string[] = [],
): readonly [string, ...string[]] {
  if (injections.length === 0) return command;
  const calls = new Set(injections.flatMap((injection) => injection.slice(0, injection.indexOf(':')).split(',')));
  const options = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${[...calls].join(',')}`];
  if (injections.every((injection) => !injection.includes(':signal='))) options.push('--seccomp-bpf');
  for (const file of files) options.push('-P', file);
  for (const injection of injections) options.push('-e', `inject=${injection}`);
  return ['strace', ...options, ...command];
}
