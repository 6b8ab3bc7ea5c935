import { expect, test } from 'vitest';
import { McpConfigProblem } from '../../../src/tools/mcp/server-config.ts';
import { httpMcpServer } from '../../support/tools/http-mcp-server.ts';
import { connected, serverConfig } from '../../support/tools/mcp-servers.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

async function echoOver(server: { readonly url: string }) {
  const servers = await connected([serverConfig({ url: server.url, headers: { authorization: 'Bearer canary' } })]);
  return toolNamed(servers.toolbox().tools, 'srv.echo');
}

test('a server over HTTP is called with the configured headers', async () => {
  const server = await httpMcpServer();
  const echo = await echoOver(server);
  expect((await echo.execute({ message: 'hello' }, contextFor())).text).toBe('hello');
  expect(new Set(server.seenHeaders)).toEqual(new Set(['Bearer canary']));
});

test('a session the server has forgotten is begun anew at the next call; the lost call was not made', async () => {
  const server = await httpMcpServer();
  const echo = await echoOver(server);
  server.forgetSessions();
  const { text, isError } = await echo.execute({ message: 'lost' }, contextFor());
  expect([isError, text]).toEqual([true, 'The server srv cannot be reached. The call was not made.']);
  expect((await echo.execute({ message: 'again' }, contextFor())).text).toBe('again');
  expect(server.calls).toEqual(['again']);
});

test('a call that meets a server going away has an unknown outcome; the next one is not made', async () => {
  const server = await httpMcpServer();
  const echo = await echoOver(server);
  await server.stop();
  await expect(echo.execute({ message: 'x' }, contextFor())).rejects.toMatchObject({ code: 'outcome-unknown' });
  const { text, isError } = await echo.execute({ message: 'x' }, contextFor());
  expect([isError, text]).toEqual([true, 'The server srv cannot be reached. The call was not made.']);
});

test.each([
  ['neither command nor url', {}],
  ['both', { command: 'x', url: 'http://127.0.0.1/' }],
  ['a url that is none', { url: 'not a url' }],
  ['another scheme', { url: 'ftp://127.0.0.1/' }],
])('a server with %s is refused at the start', async (_what, given) => {
  await expect(connected([serverConfig(given)])).rejects.toThrow(McpConfigProblem);
});

test('two servers of one name are refused at the start', async () => {
  const one = serverConfig({ command: process.execPath });
  await expect(connected([one, one])).rejects.toThrow(McpConfigProblem);
});
