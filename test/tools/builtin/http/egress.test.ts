import { describe, expect, test } from 'vitest';
import { EgressRuleProblem, makeEgress } from '../../../../src/tools/builtin/http/egress.ts';
import { readAddress } from '../../../../src/tools/builtin/http/web-address.ts';

function admits(lists: { allow?: readonly string[]; allowPrivate?: readonly string[] }, url: string) {
  const reading = readAddress(url);
  if (reading.kind === 'unusable') throw new Error(reading.reason);
  return makeEgress({ allow: lists.allow ?? [], allowPrivate: lists.allowPrivate ?? [] }).admits(reading);
}

describe('the allow-list', () => {
  test.each([
    ['example.com', 'https://example.com/a', 'public'],
    ['example.com', 'https://EXAMPLE.com./a', 'public'],
    ['example.com', 'http://example.com/', 'no'],
    ['example.com', 'https://example.com:8443/', 'no'],
    ['example.com', 'https://sub.example.com/', 'no'],
    ['example.com', 'https://example.com.evil.example/', 'no'],
    ['example.com', 'https://notexample.com/', 'no'],
    ['http://example.com', 'http://example.com/', 'public'],
    ['http://example.com', 'https://example.com/', 'no'],
    ['example.com:8443', 'https://example.com:8443/', 'public'],
    ['example.com:*', 'https://example.com:1/', 'public'],
    ['*.example.com', 'https://a.b.example.com/', 'public'],
    ['*.example.com', 'https://example.com/', 'no'],
    ['*.example.com', 'https://evilexample.com/', 'no'],
    ['*', 'https://anything.example/', 'public'],
    ['*', 'http://anything.example/', 'no'],
    ['*', 'https://anything.example:8443/', 'no'],
    ['example.com/docs', 'https://example.com/docs', 'public'],
    ['example.com/docs', 'https://example.com/docs/a', 'public'],
    ['example.com/docs', 'https://example.com/docs-of-others', 'no'],
    ['example.com/docs', 'https://example.com/docs/../admin', 'no'],
    ['example.com/docs', 'https://example.com/docs/%2e%2e/admin', 'no'],
    ['example.com/docs/', 'https://example.com/docs/a', 'public'],
    ['bücher.example', 'https://xn--bcher-kva.example/', 'public'],
    ['[2606:4700::1]', 'https://[2606:4700::1]/', 'public'],
  ])('%s and %s: %s', (entry, url, verdict) => {
    expect(admits({ allow: [entry] }, url)).toBe(verdict);
  });

  test('an empty list admits nothing', () => {
    expect(admits({}, 'https://example.com/')).toBe('no');
  });

  test.each(['', ' ', 'ftp://example.com', 'user@example.com', 'exa*mple.com', '*.*.com', 'example.com:99999', 'a b'])(
    'the entry %j is refused at the start',
    (entry) => {
      expect(() => makeEgress({ allow: [entry], allowPrivate: [] })).toThrow(EgressRuleProblem);
    },
  );
});

describe('the private list', () => {
  test.each([
    ['http://127.0.0.1:3939', 'http://127.0.0.1:3939/site/a', 'private'],
    ['http://127.0.0.1:3939', 'http://2130706433:3939/site/a', 'private'],
    ['http://127.0.0.1:3939', 'http://127.0.0.1:3940/', 'no'],
    ['http://127.0.0.1:3939', 'https://127.0.0.1:3939/', 'no'],
    ['http://127.0.0.1:3939/site', 'http://127.0.0.1:3939/control/calls', 'no'],
    ['https://intranet.example:443', 'https://intranet.example/', 'private'],
    ['http://[::1]:80', 'http://[::1]/', 'private'],
  ])('%s and %s: %s', (entry, url, verdict) => {
    expect(admits({ allowPrivate: [entry] }, url)).toBe(verdict);
  });

  test.each(['127.0.0.1:3939', 'http://127.0.0.1', 'http://*:80', 'http://*.corp.example:80', 'http://127.0.0.1:*'])(
    'the entry %s is not exact enough',
    (entry) => {
      expect(() => makeEgress({ allow: [], allowPrivate: [entry] })).toThrow(EgressRuleProblem);
    },
  );
});
