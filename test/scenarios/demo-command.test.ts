import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEMO_MAIN, lineFrom } from '../support/scenario/child-bot.ts';
import { seeHome } from '../support/scenario/home.ts';
import { personIn } from '../support/scenario/person.ts';
import { ask } from '../support/scenario/thread.ts';

/** Starting a process takes a second, and many on a machine that is busy with other tests. */
const TWO_STARTS_MS = 90_000;
const EXIT_USAGE = 64;

function demo(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [DEMO_MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exitCodeOf(child);
  });
  return child;
}

const addressOf = async (child: ChildProcess): Promise<string> => {
  const line = await lineFrom(child, (text) => text.startsWith('Local workspace: '));
  return line.slice('Local workspace: '.length);
};

const exitCodeOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

describe('npm run demo', () => {
  it.each([
    [['--port', 'x'], 'demo: --port takes a number from 0 to 65535'],
    [['--prot', '1'], "demo: Unknown option '--prot'"],
  ])(
    'answers %j with one line and the exit code of a wrong command',
    { timeout: TWO_STARTS_MS },
    async (args, said) => {
      const child = demo(...args);
      const written: string[] = [];
      child.stderr?.on('data', (part: Buffer) => written.push(part.toString('utf8')));
      expect(await exitCodeOf(child)).toBe(EXIT_USAGE);
      expect(written.join('').startsWith(said)).toBe(true);
      expect(written.join('').trimEnd()).not.toContain('\n');
    },
  );

  it('says where the workspace is, ends orderly, and knows what waited when it is started again', {
    timeout: TWO_STARTS_MS,
  }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'countersign-demo-'));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const first = demo('--port', '0', '--data', data);
    const alice = personIn(await addressOf(first), 'U0ALICE');
    await (await ask(alice, 'C0SUPPORT', '@Countersign refund order 1042')).card('shop.issue_refund');
    first.kill('SIGTERM');
    expect(await exitCodeOf(first)).toBe(0);

    const again = personIn(await addressOf(demo('--port', '0', '--data', data)), 'U0ALICE');
    await again.openHome();
    expect((await seeHome(again, 'View and approve')).text).toContain('Issue a refund');
  });
});
