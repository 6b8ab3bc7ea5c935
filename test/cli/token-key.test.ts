import { describe, expect, it } from 'vitest';
import { sealingKeys } from '../../src/config/oauth.ts';
import { runCommand } from '../support/cli.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const OAUTH = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'client-secret',
  SLACK_APP_TOKEN: 'xapp-1',
  COUNTERSIGN_PUBLIC_URL: 'https://bot.example.com',
  COUNTERSIGN_WORKSPACES: 'any',
};

describe('token-key', () => {
  it('prints a key that can be used, another one each time', async () => {
    const run = () => runCommand(['token-key'], { cwd: temporaryDirectory(), env: {} });
    const [one, two] = [await run(), await run()];
    expect([one.code, one.out === two.out]).toEqual([0, false]);
    const line = one.out.split('\n')[0] ?? '';
    expect(sealingKeys(line.replace('COUNTERSIGN_TOKEN_KEYS=', '')).current.kid).toMatch(/^t\d{8}-/);
  });

  it('is what check-config asks for where the keys are missing', async () => {
    const { code, err } = await runCommand(['check-config'], { cwd: temporaryDirectory(), env: OAUTH });
    expect([code, err]).toEqual([
      78,
      'countersign: COUNTERSIGN_TOKEN_KEYS is not set: run `npm run countersign -- token-key` to make one\n',
    ]);
  });
});
