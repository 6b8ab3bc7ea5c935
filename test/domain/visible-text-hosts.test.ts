import { describe, expect, it } from 'vitest';
import { markHosts } from '../../src/domain/text/hosts.ts';

function tricksIn(text: string): readonly string[] {
  return markHosts(text).map(({ trick, host }) => `${trick} ${host}`);
}

describe('addresses that do not lead where they seem to', () => {
  it.each([
    ['https://good.com@evil.com/x', ['userinfo evil.com']],
    ['https://good.com%2f@evil.com', ['userinfo evil.com']],
    ['https://good.com:443@evil.com:8080', ['userinfo evil.com']],
    ['https://good.com\\@evil.com', ['backslash good.com\\@evil.com', 'userinfo evil.com']],
    ['https:\\\\good.com@evil.com', ['userinfo evil.com']],
    ['http:good.com@evil.com', ['userinfo evil.com']],
    ['see https://p\u0430ypal.com now', ['mixed-script p\\u{430}ypal.com']],
    ['mail to bob@p\u0430ypal.com', ['mixed-script p\\u{430}ypal.com']],
    ['https://\u0430\u0440\u0440\u04cf\u0435.com', ['non-ascii \\u{430}\\u{440}\\u{440}\\u{4cf}\\u{435}.com']],
    ['https://goo\u200bgle.com', ['non-ascii goo\\u{200b}gle.com']],
    ['https://xn--80ak6aa92e.com/', ['punycode xn--80ak6aa92e.com']],
    ['host xn--pple-43d.com', ['punycode xn--pple-43d.com']],
    ['http://169.254.169.254/latest', ['ip-address 169.254.169.254']],
    ['http://[::1]:8080/', ['ip-address [::1]']],
    ['http://2130706433/', ['numeric-host 2130706433']],
    ['http://0x7f.1/', ['numeric-host 0x7f.1']],
    ['http://0177.0.0.1/', ['numeric-host 0177.0.0.1']],
    ['http://%65vil.com/', ['escaped %65vil.com']],
    ['http://0x7f000001/', ['numeric-host 0x7f000001']],
    ['http://127.1./', ['numeric-host 127.1.']],
    ['https://xn--80ak6aa92e/', ['punycode xn--80ak6aa92e']],
    ['https://good.xn--p1ai/', ['punycode good.xn--p1ai']],
    ['host good。XN--p1ai now', ['punycode good\\u{3002}XN--p1ai']],
    ['https://\u0430\u03b1/', ['mixed-script \\u{430}\\u{3b1}']],
    ['ftp://127.0.0.1/', ['ip-address 127.0.0.1']],
    ['ftp://user:pass@files.example.com', ['userinfo files.example.com']],
  ])('%s', (text, tricks) => {
    expect(tricksIn(text)).toEqual(tricks);
  });

  it.each([
    'https://example.com/path?q=a@b.c#d',
    'https://api.example.com:8443/v1/2130706433',
    'write to bob@example.com',
    'version 1.2.3.4 of file.txt',
    'Это предложение.Hello, мир',
    '日本語name.example とカタカナ.jp',
    'a: //comment',
    'note:me@home.example',
    'C:/me@home.example',
    'https://1.2.3.4.example.com/',
    'https://web1/',
    'https://7eleven/',
    'https://example.1st/',
    'xn--dash and p\u0430ypal without a dot',
    'axn--b.com',
    '',
  ])('are not seen in: %s', (text) => {
    expect(tricksIn(text)).toEqual([]);
  });

  it.each([
    ['Latin and Cyrillic', 'a\u0430.com'],
    ['Latin and Greek', 'a\u03b1.com'],
    ['Greek and Cyrillic', '\u03b1\u0430.com'],
    ['Latin and Armenian', 'a\u0561.com'],
    ['Latin and Cherokee', 'a\u13a0.com'],
    ['Latin and Hebrew', 'a\u05d0.com'],
    ['Latin and Arabic', 'a\u0627.com'],
    ['Latin and Thai', 'a\u0e01.com'],
    ['Hangul and Hiragana', '한ひ.com'],
    ['Hangul and Bopomofo', '한ㄅ.com'],
    ['Bopomofo and Katakana', 'ㄅカ.com'],
    ['Greek and Han', '\u03b1中.com'],
  ])('mix scripts that no name mixes: %s', (_scripts, name) => {
    expect(markHosts(`mail bob@${name}`).map(({ trick }) => trick)).toEqual(['mixed-script']);
  });

  it.each([
    ['Latin, Han, Hiragana and Katakana', 'a中ひカ.com'],
    ['Latin, Han and Bopomofo', 'a中ㄅ.com'],
    ['Latin, Han and Hangul', 'a中한.com'],
    ['letters with digits and a dash', '\u0430-1.com'],
    ['a letter with a mark of its own', 'e\u0301.com'],
    ['one script to a label', '\u0430.\u03b1.com'],
    ['Thai alone', '\u0e01\u0e02.com'],
  ])('do not mix scripts where names do: %s', (_scripts, name) => {
    expect(markHosts(`mail bob@${name}`)).toEqual([]);
  });

  it('are shown up to the length of the longest name', () => {
    expect(tricksIn(`https://a@${'b'.repeat(300)}`)).toEqual([`userinfo ${'b'.repeat(253)}`]);
  });

  it('are warned about once each, and not without end', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `https://a@evil${index}.com https://a@evil${index}.com`);
    expect(markHosts(many.join(' ')).length).toBe(20);
    expect(tricksIn('https://a@b.c https://a@b.c')).toEqual(['userinfo b.c']);
  });

  it.each(['a'.repeat(1_000_000), 'a.'.repeat(500_000), '://'.repeat(300_000), 'https:'.repeat(160_000)])(
    'are looked for in a text made to be slow (case %#)',
    (text) => {
      // Anything worse than linear would not come back within the runner's own limit.
      expect(markHosts(text).length).toBeLessThanOrEqual(20);
    },
  );
});
