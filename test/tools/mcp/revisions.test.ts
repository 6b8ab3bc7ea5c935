import { describe, expect, test, vi } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { connected, listedAs, scriptedServer, serverConfig } from '../../support/tools/mcp-servers.ts';
import { recordingElicitor } from '../../support/tools/recording-elicitor.ts';
import { statelessMcpServer } from '../../support/tools/stateless-mcp-server.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

const methods = (server: Awaited<ReturnType<typeof statelessMcpServer>>) => server.asked.map(({ method }) => method);

describe('a server that keeps no session', () => {
  test('is listed and called without a handshake', async () => {
    const server = await statelessMcpServer({ legacy: 'reject' });
    const { tools } = (await connected([serverConfig({ url: server.url })])).toolbox();
    expect((await toolNamed(tools, 'srv.echo').execute({ message: 'hello' }, contextFor())).text).toBe('hello');
    expect(methods(server)).toEqual(expect.arrayContaining(['server/discover', 'tools/list', 'tools/call']));
    expect(methods(server)).not.toContain('initialize');
    expect(new Set(server.asked.map(({ session }) => session))).toEqual(new Set([null]));
  });

  test('tells of a changed list those who listen, and we do', async () => {
    const server = await statelessMcpServer({ legacy: 'reject' });
    const servers = await connected([serverConfig({ url: server.url })]);
    await vi.waitFor(() => expect(methods(server)).toContain('subscriptions/listen'), { timeout: 10_000 });
    server.add('later');
    const names = () => servers.toolbox().tools.map(({ spec }) => spec.name);
    await vi.waitFor(() => expect(names()).toContain('srv.later'), { timeout: 10_000 });
  });

  test('asks people by way of its answer, each call its own', async () => {
    const server = await statelessMcpServer({ legacy: 'reject' });
    const { elicitor, asked } = recordingElicitor({ kind: 'accept', content: { label: 'bug' } });
    const { tools } = (await connected([serverConfig({ url: server.url })], { elicitor })).toolbox();
    const ask = (who: string) =>
      toolNamed(tools, 'srv.ask').execute({ who }, contextFor({ conversation: conversationId(who) }));
    const answers = await Promise.all([ask('C1'), ask('C2')]);
    expect(answers.map(({ text }) => text)).toEqual(['C1 said bug', 'C2 said bug']);
    const pairs = asked.map(({ call, question }) => `${call.conversation}: ${question.message}`);
    expect(new Set(pairs)).toEqual(new Set(['C1: Which label, C1?', 'C2: Which label, C2?']));
  });

  test('hears that nobody answered', async () => {
    const server = await statelessMcpServer({ legacy: 'reject' });
    const { tools } = (await connected([serverConfig({ url: server.url })])).toolbox();
    expect((await toolNamed(tools, 'srv.ask').execute({ who: 'C1' }, contextFor())).text).toBe('C1 did not say');
  });
});

describe('a server of before', () => {
  test('is spoken to as before where the configuration says so', async () => {
    const server = await statelessMcpServer();
    const { tools } = (await connected([serverConfig({ url: server.url, protocol: 'legacy' })])).toolbox();
    expect((await toolNamed(tools, 'srv.echo').execute({ message: 'hello' }, contextFor())).text).toBe('hello');
    expect(methods(server)[0]).toBe('initialize');
  });

  test('in a child process is started once, and greeted', async () => {
    const server = scriptedServer({ tools: [listedAs('echo')] });
    await connected([server.config]);
    expect(server.asked()).toEqual(['initialize']);
  });

  test('in a child process that is asked which revision it speaks is greeted all the same', async () => {
    const server = scriptedServer({ tools: [listedAs('echo')] }, { protocol: 'auto' });
    const { tools } = (await connected([server.config])).toolbox();
    expect((await toolNamed(tools, 'srv.echo').execute({}, contextFor())).text).toBe('{}');
  });
});
