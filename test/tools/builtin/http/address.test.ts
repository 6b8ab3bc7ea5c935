import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../src/tools/builtin/http/address.ts';
import { isPrivateLiteral } from '../../../../src/tools/builtin/http/egress.ts';
import { readAddress } from '../../../../src/tools/builtin/http/web-address.ts';

describe('addresses that are not the public internet', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '127.1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('addresses of the public internet', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:4860:4860::8888',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('notations of the loopback', () => {
  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1/',
    'HTTP://127.0.0.1/',
    ' http://127.0.0.1/ ',
    'ht\ntp://127.0.0.1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://0/',
    'http://[::]/',
  ])('%j is seen through', (text) => {
    const reading = readAddress(text);
    expect(reading.kind === 'address' && isPrivateLiteral(reading)).toBe(true);
  });
});

describe('addresses that are not used', () => {
  test.each([
    ['relative', '/etc/passwd'],
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme', 'ftp://example.com/'],
    ['another scheme', 'data:text/html,hello'],
    ['another scheme', 'javascript:alert(1)'],
    ['a user name', 'http://allowed.example@evil.example/'],
    ['a user name and password', 'http://user:secret@example.com/'],
    ['only a password', 'http://:secret@example.com/'],
    ['no host', 'http:///'],
    ['two dots at the end', 'http://example.com../'],
    ['an IPv6 zone', 'http://[fe80::1%25eth0]/'],
    ['five numbers', 'http://1.2.3.4.5/'],
    ['a number too large', 'http://4294967296/'],
    ['a port too large', 'http://example.com:65536/'],
    ['a space in the host', 'http://exam ple.com/'],
    ['too many characters', `http://example.com/${'x'.repeat(2048)}`],
  ])('%s: %s', (_why, text) => {
    expect(readAddress(text).kind).toBe('unusable');
  });

  test('an address is read as its client will send it', () => {
    const reading = readAddress('HTTPS://Ex%61mple.COM.:443/a/../b?q#secret');
    expect(reading).toMatchObject({ scheme: 'https', host: 'example.com', port: 443, isLiteral: false });
    expect(reading.kind === 'address' && reading.url.hash).toBe('');
  });
});
