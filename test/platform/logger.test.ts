import { describe, expect, test } from 'vitest';
import { makeLogger } from '../../src/platform/logger.ts';

const SECRET = 'correct horse/battery+staple';

const loggedBy = (log: (logger: ReturnType<typeof makeLogger>) => void): string => {
  let written = '';
  log(makeLogger({ level: 'debug', secrets: [SECRET], write: (line) => (written += line) }));
  return written;
};

describe('logger', () => {
  test('a field that is not on the list is dropped', () => {
    const line = loggedBy((log) => log.info({ conversation: 'c', text: 'private words' }, 'a message'));
    expect(JSON.parse(line)).toMatchObject({ conversation: 'c', msg: 'a message' });
    expect(line).not.toContain('private words');
  });

  test.each([
    ['raw', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['base64', Buffer.from(SECRET).toString('base64')],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
    ['a bot token', 'xoxb-123456789-abcdef'],
    ['an app token', 'xapp-1-A123-abcdef'],
    ['a provider key', `sk-${'a1'.repeat(12)}`],
    ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ['a webhook', 'https://hooks.slack.com/actions/T1/2/abc'],
  ])('a secret in a field is blanked: %s', (_, secret) => {
    const line = loggedBy((log) => log.warn({ reason: `failed with ${secret} in it` }, 'a message'));
    expect(line).not.toContain(secret);
    expect(line).toContain('[secret]');
  });
});
