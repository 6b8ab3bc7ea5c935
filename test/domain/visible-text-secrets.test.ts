import { describe, expect, it } from 'vitest';
import { maskSecrets, namesSecret, splitSecrets } from '../../src/domain/text/secrets.ts';

function secretsIn(text: string): readonly string[] {
  return splitSecrets(text)
    .filter((part) => part.kind === 'secret')
    .map((part) => part.text);
}

// Put together here, so that no scanner of sources takes an example for a leak.
const SLACK_TOKEN = ['xoxb', '123456789012', '1234567890123', 'AbCdEfGhIjKlMnOpQrStUvWx'].join('-');
const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.');
const PEM = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIB', '-----END RSA PRIVATE KEY-----'].join('\n');

describe('secrets known by their name', () => {
  it.each([
    'password',
    'PASSWORD',
    'db_password',
    'userPassword',
    'token',
    'access_token',
    'accessToken',
    'api_key',
    'X-Api-Key',
    'authorization',
    'client_secret',
    'privateKey',
    'credentials',
    'Cookie',
    'passwd',
    'pwd',
    'passphrase',
    'pass_code',
    'aws_access_key',
    'secretKey',
    'signing-key',
    'encryptionKey',
    'credential',
  ])('%s', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    'max_tokens',
    'tokenizer',
    'page_token',
    'nextPageToken',
    'cursorToken',
    'continuation_token',
    'sync-token',
    'passwordHint',
    'key',
    'secretary',
    'author',
    'id',
  ])('are not %s', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});

describe('secrets known by their shape', () => {
  it.each([
    SLACK_TOKEN,
    ['xoxe', 'xoxp-1-Mi0yLTEyMzQ1Njc4OTA'].join('.'),
    ['xapp', '1-A0123456789-1234567890123-abcdef'].join('-'),
    ['sk', 'ant-api03-AbCdEfGhIjKlMnOp'].join('-'),
    ['sk', 'live_51AbCdEfGhIjKlMnOp'].join('_'),
    ['ghp', 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'].join('_'),
    ['github', 'pat_11ABCDEFG0123456789_abcdef'].join('_'),
    ['glpat', 'AbCdEfGhIjKlMnOpQrSt'].join('-'),
    ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    ['AIza', 'SyA1234567890abcdefghijklmnopqrstuv'].join(''),
    JWT,
    PEM,
  ])('%s', (secret) => {
    expect(secretsIn(`use ${secret} here`)).toEqual([secret]);
  });

  it('a password in an address', () => {
    expect(secretsIn('https://user:hunter2@host.example/x')).toEqual(['hunter2']);
  });

  it.each(['Bearer', 'bearer', 'Basic', 'basic'])('what follows %s in a header', (scheme) => {
    expect(secretsIn(`curl -H 'Authorization: ${scheme} abcdefghijklmnop123'`)).toEqual(['abcdefghijklmnop123']);
  });

  it('the path of an incoming webhook', () => {
    expect(secretsIn('https://hooks.slack.com/services/T000/B000/XXXXXXXX')).toEqual(['T000/B000/XXXXXXXX']);
  });

  it('a private key that is not closed, to the end of the text', () => {
    expect(secretsIn(`${PEM.slice(0, 40)} and more`)).toEqual([`${PEM.slice(0, 40)} and more`]);
  });

  it.each([
    'task-force',
    'ask-me-anything-you-like-today',
    'https://host.example:8080/a@b',
    'Bearer of bad news',
    'a glpat-token is too short',
    'not-a-glpat-because-it-goes-on-and-on',
  ])('are not seen in: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    ['in the middle', `a ${JWT} b`, ['plain', 'secret', 'plain']],
    ['at the start', `${JWT} b`, ['secret', 'plain']],
    ['at the end', `a ${JWT}`, ['plain', 'secret']],
    ['on its own', JWT, ['secret']],
    ['beside another', `${PEM}${PEM}`, ['secret', 'secret']],
    ['nowhere', 'nothing', ['plain']],
    ['in no text', '', []],
  ])('part a text without losing any of it: %s', (_where, text, kinds) => {
    const parts = splitSecrets(text);
    expect(parts.map((part) => part.kind)).toEqual(kinds);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it.each([
    'eyJaaaaaaaa-'.repeat(80_000),
    'sk-'.repeat(300_000),
    '-----BEGIN '.repeat(90_000),
    '://a:'.repeat(200_000),
  ])('are looked for in a text made to be slow (case %#)', (text) => {
    // Anything worse than linear would not come back within the runner's own limit.
    expect(splitSecrets(text).length).toBeGreaterThan(0);
  });
});

describe('masking', () => {
  it('shows the length and the fingerprint it is given in place of the secret', () => {
    expect(maskSecrets(`key ${SLACK_TOKEN}!`, () => 'ab12cd34')).toEqual({
      text: `key •••• (len ${SLACK_TOKEN.length}, sha256 ab12cd34)!`,
      masked: 1,
    });
  });

  it('leaves the rest of the text alone', () => {
    expect(maskSecrets('nothing here', () => 'ab12')).toEqual({ text: 'nothing here', masked: 0 });
  });
});
