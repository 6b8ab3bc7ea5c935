import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment, redacted } from '../../src/config/environment.ts';
import { makeMeters } from '../../src/platform/meters.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const unique = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted();
const found = (text: string, pattern: RegExp): readonly string[] => unique(text.match(pattern) ?? []);

/** Paths a table names in backticks; `*` stands for the rest of a name. */
const pathsIn = (text: string): readonly string[] => found(text, /(?<=`)(test|src|deploy)\/[^`*]*\*?/g);

const isThere = (path: string): boolean =>
  path.endsWith('*')
    ? readdirSync(dirname(path)).some((name) => name.startsWith(basename(path, '*')))
    : existsSync(path);

describe('what operators read', () => {
  it('names every figure there is, and no other', async () => {
    const measured = found(await makeMeters().text(), /(?<=^# TYPE )countersign_\w+/gm);
    expect(found(read('docs/operating.md'), /countersign_\w+/g)).toEqual(measured);
  });

  it('has a line for every setting, and for no other', () => {
    const taken = found(read('src/config/environment.ts'), /(?<=^ {2})[A-Z][A-Z_]+(?=: z)/gm);
    expect(found(read('.env.example'), /^[A-Z_]+(?==)/gm)).toEqual(taken);
  });

  it('gives an example that is itself accepted once the tokens are filled in', () => {
    const lines = read('.env.example')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line));
    const env = Object.fromEntries(lines.map((line) => line.split('=', 2)));
    const tokens = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };
    expect(redacted(readEnvironment({ ...env, ...tokens }))['COUNTERSIGN_OPS_HOST']).toBe('127.0.0.1');
  });

  it.each([['docs/operating.md'], ['docs/security.md']])('points at files that are there: %s', (path) => {
    const text = read(path);
    const links = found(text, /(?<=\]\()[^)#]+/g).map((link) => join(root, 'docs', link));
    const named = pathsIn(text).map((one) => join(root, one));
    expect([...links, ...named].filter((one) => !isThere(one))).toEqual([]);
  });
});

describe('the container and the service', () => {
  it('do not run as root', () => {
    expect(read('Containerfile')).toMatch(/^USER node$/m);
    expect(read('deploy/countersign.service')).toMatch(/^User=countersign$/m);
  });

  it('leave more time to stop than the bot gives itself', () => {
    const [, stopMs] = /STOP_WITHIN_MS = ([\d_]+)/.exec(read('src/platform/process-life.ts')) ?? [];
    const [, service] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/countersign.service')) ?? [];
    const [, container] = /--stop-timeout (\d+)/.exec(read('Containerfile')) ?? [];
    const needed = Number(stopMs?.replaceAll('_', '')) / 1_000;
    expect([Number(service) > needed, Number(container) > needed]).toEqual([true, true]);
  });

  it('start programs that are there, and send signals to the bot itself', () => {
    const flag = '--max-semi-space-size=4';
    expect(read('Containerfile')).toContain(`CMD ["node", "${flag}", "src/main.ts"]`);
    expect(read('deploy/countersign.service')).toContain(`ExecStart=/usr/bin/node ${flag} src/main.ts`);
    expect(JSON.parse(read('package.json'))).toMatchObject({ scripts: { start: `node ${flag} src/main.ts` } });
    expect(existsSync(join(root, 'src/main.ts'))).toBe(true);
  });
});
