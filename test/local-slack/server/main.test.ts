import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../src/local-slack/main.ts', import.meta.url));

/** The command with these arguments: its lines so far, its first line, and its end. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => {
    output.out += String(part);
  });
  child.stderr.on('data', (part) => {
    output.err += String(part);
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  const firstLine = once(child.stdout, 'data').then(() => output.out);
  return { child, ended, firstLine };
}

describe('npm run local-slack', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address when it is ready and ends cleanly on %s',
    async (signal) => {
      const { child, ended, firstLine } = run('--port', '0');
      const line = await firstLine;
      expect(line).toMatch(/^Local workspace: http:\/\/127\.0\.0\.1:\d+\n$/);
      const people = await fetch(`${line.replace('Local workspace: ', '').trim()}/people`);
      expect(people.status).toBe(200);
      child.kill(signal);
      expect(await ended).toEqual({ code: 0, out: line, err: '' });
    },
  );

  it.each([
    [['--port', 'many'], '--port takes a number from 0 to 65535'],
    [['--port', '65536'], '--port takes a number from 0 to 65535'],
    [['--http', 'app.example'], '--http takes the URL of the app'],
    [['--bogus'], "Unknown option '--bogus'"],
  ])('refuses %o with one line and exit 64', async (args, why) => {
    const { code, out, err } = await run(...args).ended;
    expect([code, out]).toEqual([64, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(why);
  });
});
