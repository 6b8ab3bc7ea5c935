import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchTool } from '../../../../src/tools/builtin/http/fetch-tool.ts';
import { approvedToLeave, contextFor } from '../../../support/tools/tool-context.ts';
import { type WebServer, webServer } from '../../../support/tools/web-server.ts';

type Given = Partial<Parameters<typeof fetchTool>[0]>;

const toolFor = (given: Given = {}) => fetchTool({ allow: [], maxBytes: 10_000, timeoutMs: 5_000, ...given });
const toolAt = (server: WebServer, given: Given = {}) => toolFor({ allowPrivate: [server.origin], ...given });

const page =
  (body: string | Buffer, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const redirectTo =
  (location: (path: string) => string, status = 302): RequestListener =>
  ({ url = '' }, response) =>
    response.writeHead(status, { location: location(url) }).end();

describe('a page on the list', () => {
  test('is returned as text behind its address', async () => {
    const server = await webServer(page('<title>T</title><p>Hello</p>'));
    const url = `${server.origin}/a?b=c`;
    expect(await toolAt(server).execute({ url: `${url}#d` }, contextFor())).toEqual({
      text: `200 ${url}\n\nT\nHello`,
      isError: false,
    });
    expect(server.asked).toEqual(['/a?b=c']);
  });

  test('carries no credentials and asks for no compression', async () => {
    const server = await webServer(({ headers }, response) => response.end(JSON.stringify(headers)));
    const { text } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
      accept: expect.any(String),
      'accept-encoding': 'identity',
      connection: 'close',
      host: `127.0.0.1:${server.port}`,
      'user-agent': 'countersign',
    });
  });

  test.each([
    ['plain text as it is', page('<b>', 'text/plain'), '<b>'],
    ['JSON as it is', page('{"a":"<b>"}', 'application/json'), '{"a":"<b>"}'],
    ['a named character set', page(Buffer.from([0xe9]), 'text/plain; charset=iso-8859-1'), 'é'],
    ['an unknown character set as UTF-8', page('é', 'text/plain; charset=nonsense'), 'é'],
    ['nothing', page(''), '(empty)'],
    ['pictures by size and type', page(Buffer.alloc(7), 'image/png'), '(7 bytes of image/png, not shown)'],
    [
      'the first bytes of a long text',
      page('x'.repeat(10_001), 'text/plain'),
      `${'x'.repeat(10_000)}\n(only the first 10000 bytes are shown)`,
    ],
  ])('shows %s', async (_what, answer, shown) => {
    const server = await webServer(answer);
    const { text } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect(text.slice(text.indexOf('\n\n') + 2)).toBe(shown);
  });

  test('that is missing is an error with its text', async () => {
    const server = await webServer((_request, response) => response.writeHead(404).end('gone'));
    const url = `${server.origin}/`;
    expect(await toolAt(server).execute({ url }, contextFor())).toEqual({ text: `404 ${url}\n\ngone`, isError: true });
  });

  test('that answers compressed anyway is refused', async () => {
    const server = await webServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x')),
    );
    const { text, isError } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect([text, isError]).toEqual(['The server answered in a compression that was not asked for.', true]);
  });

  test('that never answers ends in time', async () => {
    const server = await webServer(() => {});
    const { text } = await toolAt(server, { timeoutMs: 50 }).execute({ url: server.origin }, contextFor());
    expect(text).toBe('No answer within 50 ms.');
  });

  test('that drips its body for ever ends in time', async () => {
    const server = await webServer((_request, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const { text } = await toolAt(server, { timeoutMs: 100 }).execute({ url: server.origin }, contextFor());
    expect(text).toBe('No answer within 100 ms.');
  });

  test('that sends for ever is cut off', async () => {
    const server = await webServer((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(5_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const { isError } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect(isError).toBe(false);
  });

  test('is given up when the turn is stopped', async () => {
    const stop = new AbortController();
    const server = await webServer(() => stop.abort(new Error('stopped')));
    const running = toolAt(server).execute({ url: server.origin }, contextFor({ signal: stop.signal }));
    await expect(running).rejects.toThrow('stopped');
  });

  test('on a port where nobody listens is a plain answer', async () => {
    const tool = toolFor({ allowPrivate: ['http://127.0.0.1:1'] });
    const { text, isError } = await tool.execute({ url: 'http://127.0.0.1:1/' }, contextFor());
    expect([text, isError]).toEqual(['The connection failed (ECONNREFUSED).', true]);
  });
});

describe('redirects', () => {
  test('are followed where the list allows, and the last address is told', async () => {
    const server = await webServer((request, response) =>
      request.url === '/a' ? redirectTo(() => '/b')(request, response) : page('there')(request, response),
    );
    const { text } = await toolAt(server).execute({ url: `${server.origin}/a` }, contextFor());
    expect(text).toBe(`200 ${server.origin}/b\n\nthere`);
  });

  test.each([301, 302, 303, 307, 308])('%i to a host outside the list is not followed', async (status) => {
    const outside = await webServer(page('secret'));
    const server = await webServer(redirectTo(() => `${outside.origin}/`, status));
    const { text, isError } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect([text, isError, outside.asked]).toEqual([
      `${outside.origin} is not on the list of allowed hosts.`,
      true,
      [],
    ]);
  });

  test('to a private address are not followed, even where every host is allowed', async () => {
    const inner = await webServer(page('secret'));
    const server = await webServer(redirectTo(() => `${inner.origin}/`));
    const tool = toolAt(server, { allow: ['http://*:*'] });
    const { text } = await tool.execute({ url: server.origin }, contextFor());
    expect([text, inner.asked]).toEqual(['127.0.0.1 is not on the public internet.', []]);
  });

  test.each(['file:///etc/passwd', 'http://user:pw@127.0.0.1/', 'http://'])(
    'to %s are not followed',
    async (location) => {
      const server = await webServer(redirectTo(() => location));
      const { text } = await toolAt(server).execute({ url: server.origin }, contextFor());
      expect(text).toMatch(/^The page redirects to an address that is not used/);
    },
  );

  test('are counted', async () => {
    const server = await webServer(redirectTo((path) => `${path}x`));
    const { text } = await toolAt(server).execute({ url: server.origin }, contextFor());
    expect([text, server.asked.length]).toEqual(['More than 5 redirects.', 6]);
  });
});

describe('names', () => {
  test('are resolved once and the connection goes there', async () => {
    const server = await webServer(page('here'));
    const lookups: string[] = [];
    const tool = toolFor({
      allowPrivate: [`http://shop.example:${server.port}`],
      resolve: async (host) => {
        lookups.push(host);
        return lookups.length === 1 ? ['127.0.0.1'] : ['192.0.2.1'];
      },
    });
    const { text } = await tool.execute({ url: `http://shop.example:${server.port}/` }, contextFor());
    expect([text, lookups]).toEqual([`200 http://shop.example:${server.port}/\n\nhere`, ['shop.example']]);
  });

  test.each([
    ['a loopback', ['127.0.0.1']],
    ['a metadata', ['169.254.169.254']],
    ['a mapped', ['::ffff:10.0.0.1']],
    ['one private among public', ['1.1.1.1', '10.0.0.1']],
  ])('that resolve to %s address are refused', async (_what, addresses) => {
    const tool = toolFor({ allow: ['*'], resolve: async () => addresses });
    const { text } = await tool.execute({ url: 'https://innocent.example/' }, contextFor());
    expect(text).toBe('The host innocent.example is not on the public internet.');
  });

  test('that resolve to a private address are refused although a person let the call out', async () => {
    const tool = toolFor({ resolve: async () => ['10.0.0.1'] });
    const { text } = await tool.execute({ url: 'https://innocent.example/' }, approvedToLeave);
    expect(text).toBe('The host innocent.example is not on the public internet.');
  });

  test.each([
    ['nothing', async () => []],
    ['an error', async () => Promise.reject(new Error('ENOTFOUND'))],
  ])('that resolve to %s are not found', async (_what, resolve) => {
    const { text } = await toolFor({ allow: ['*'], resolve }).execute(
      { url: 'https://nowhere.example/' },
      contextFor(),
    );
    expect(text).toBe('The host nowhere.example was not found.');
  });

  test('whose look-up hangs end in time', async () => {
    const tool = toolFor({ allow: ['*'], timeoutMs: 50, resolve: () => new Promise(() => {}) });
    const { text } = await tool.execute({ url: 'https://slow.example/' }, contextFor());
    expect(text).toBe('No answer within 50 ms.');
  });
});

describe('a host outside the list', () => {
  const url = 'https://outside.example/';

  test('is what the sandbox denies', () => {
    expect(toolFor().sandboxWouldDeny({ url })).toBe('https://outside.example is not on the list of allowed hosts.');
    expect(toolFor({ allow: ['outside.example'] }).sandboxWouldDeny({ url })).toBeNull();
  });

  test('is refused without a look-up', async () => {
    const tool = toolFor({ resolve: () => Promise.reject(new Error('looked up')) });
    const { text, isError } = await tool.execute({ url }, contextFor());
    expect([text, isError]).toEqual(['https://outside.example is not on the list of allowed hosts.', true]);
  });

  test('is asked when a person let this call out', async () => {
    const lookups: string[] = [];
    const tool = toolFor({
      resolve: async (host) => {
        lookups.push(host);
        return [];
      },
    });
    await tool.execute({ url }, approvedToLeave);
    expect(lookups).toEqual(['outside.example']);
  });
});

describe('a private address', () => {
  test.each(['http://127.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[::1]/', 'http://0x7f.1/'])(
    '%s is vetoed, whoever approves',
    (url) => {
      expect(toolFor({ allow: ['http://*'] }).veto({ url })).toEqual({
        reason: expect.stringContaining('is not on the public internet'),
      });
    },
  );

  test('is not fetched even when a person let the call out', async () => {
    const inner = await webServer(page('secret'));
    const { text } = await toolFor().execute({ url: inner.origin }, approvedToLeave);
    expect([text, inner.asked]).toEqual(['127.0.0.1 is not on the public internet.', []]);
  });

  test('is not vetoed where the operator listed that very place', async () => {
    const server = await webServer(page(''));
    expect(toolAt(server).veto({ url: server.origin })).toBeNull();
  });
});

describe('what the gate is told', () => {
  test('it can carry data anywhere, brings in untrusted text and is never remembered', () => {
    const tool = toolFor();
    const args = { url: 'https://a.example/' };
    expect([...tool.requiredCapabilities(args)]).toEqual(['arbitrary-egress']);
    expect([tool.ingestsUntrusted(args), tool.cacheableApproval(), tool.effect]).toEqual([true, false, 'read']);
  });

  test('an address nobody may use is an invalid argument with its reason', () => {
    expect(toolFor().invalid({ url: 'file:///etc/passwd' })).toBe('url: only http and https addresses can be fetched');
  });
});
