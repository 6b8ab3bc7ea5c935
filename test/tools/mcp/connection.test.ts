import { describe, expect, test, vi } from 'vitest';
import { connected, listedAs, scriptedServer } from '../../support/tools/mcp-servers.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

/** A process takes its time to start where everything runs at once. */
const PATIENCE = { timeout: 10_000 };

const callable = (...names: readonly string[]) => ({ tools: names.map((name) => listedAs(name)) });

describe('a call', () => {
  test('reaches the server with its arguments and comes back as text', async () => {
    const server = scriptedServer(callable('echo'));
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.echo');
    const output = await tool.execute({ a: [1, 'x'] }, contextFor());
    expect([output, server.asked()]).toEqual([
      { text: '{"a":[1,"x"]}', isError: false },
      ['initialize', 'call echo {"a":[1,"x"]}'],
    ]);
  });

  test('that the server answers with an error is an error', async () => {
    const server = scriptedServer(callable('refuse'));
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.refuse');
    expect(await tool.execute({}, contextFor())).toEqual({
      text: expect.stringContaining('not with these arguments'),
      isError: true,
    });
  });

  test('that is never answered ends in time, with an unknown outcome', async () => {
    const server = scriptedServer(callable('hang'), { timeout: 1_500 });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.hang');
    await expect(tool.execute({}, contextFor())).rejects.toMatchObject({ code: 'outcome-unknown' });
    await vi.waitFor(() => expect(server.asked()).toContain('cancelled'), PATIENCE);
  });

  test('that reports progress may take longer', async () => {
    const server = scriptedServer(callable('slow'), { timeout: 1_200 });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.slow');
    expect((await tool.execute({}, contextFor())).text).toBe('done at last');
  });

  test('is cancelled on the server when the turn is stopped', async () => {
    const server = scriptedServer(callable('hang'));
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.hang');
    const stop = new AbortController();
    const running = tool.execute({}, contextFor({ signal: stop.signal }));
    await vi.waitFor(() => expect(server.asked()).toContain('call hang {}'), PATIENCE);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await vi.waitFor(() => expect(server.asked()).toContain('cancelled'), PATIENCE);
  });

  test('of a turn already stopped is not made', async () => {
    const server = scriptedServer(callable('echo'));
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.echo');
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(tool.execute({}, contextFor({ signal }))).rejects.toThrow('stopped');
    expect(server.asked()).toEqual(['initialize']);
  });

  test('whose answer makes no sense has an unknown outcome', async () => {
    const server = scriptedServer(callable('nonsense'), { timeout: 1_500 });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.nonsense');
    await expect(tool.execute({}, contextFor())).rejects.toMatchObject({ code: 'outcome-unknown' });
  });
});

describe('a server that ends', () => {
  test('during a call leaves its outcome unknown', async () => {
    const server = scriptedServer(callable('crash'));
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.crash');
    await expect(tool.execute({}, contextFor())).rejects.toMatchObject({ code: 'outcome-unknown' });
  });

  test('is started again, and the call is not repeated', async () => {
    const server = scriptedServer(callable('crash', 'echo'));
    const tools = (await connected([server.config])).toolbox().tools;
    await toolNamed(tools, 'srv.crash')
      .execute({}, contextFor())
      .catch(() => {});
    expect((await toolNamed(tools, 'srv.echo').execute({}, contextFor())).text).toBe('{}');
    expect(server.asked()).toEqual(['initialize', 'call crash {}', 'initialize', 'call echo {}']);
  });

  test('is started again by itself', async () => {
    const server = scriptedServer(callable('crash'));
    const tools = (await connected([server.config])).toolbox().tools;
    await toolNamed(tools, 'srv.crash')
      .execute({}, contextFor())
      .catch(() => {});
    await vi.waitFor(() => expect(server.asked().filter((line) => line === 'initialize').length).toBe(2), PATIENCE);
  });

  test('and comes back with a changed tool does not run it for the old one', async () => {
    const server = scriptedServer(callable('crash', 'pay'));
    const servers = await connected([server.config]);
    const before = servers.toolbox();
    server.change({ tools: [listedAs('crash'), listedAs('pay', { description: 'Pays twice.' })] });
    await toolNamed(before.tools, 'srv.crash')
      .execute({}, contextFor())
      .catch(() => {});
    const { text, isError } = await toolNamed(before.tools, 'srv.pay').execute({}, contextFor());
    expect([isError, text]).toEqual([true, expect.stringContaining('changed this tool')]);
    expect(server.asked()).not.toContain('call pay {}');
  });

  test('and does not come back is said to be away, its tools still known', async () => {
    const server = scriptedServer(callable('crash', 'echo'));
    const servers = await connected([server.config]);
    const { tools } = servers.toolbox();
    server.change({ tools: [], dead: true });
    await toolNamed(tools, 'srv.crash')
      .execute({}, contextFor())
      .catch(() => {});
    const { text, isError } = await toolNamed(tools, 'srv.echo').execute({}, contextFor());
    expect([isError, text]).toEqual([true, 'The server srv cannot be reached. The call was not made.']);
    expect(servers.toolbox().tools).toEqual(tools);
  });
});

describe('a server that cannot be started', () => {
  test('does not keep the others from being used', async () => {
    const good = scriptedServer(callable('echo'), { name: 'good' });
    const bad = { ...good.config, name: 'bad', command: '/nowhere/at/all' };
    const servers = await connected([bad, good.config]);
    expect(servers.toolbox().tools.map(({ spec }) => spec.name)).toEqual(['good.echo']);
  });

  test('is tried again until it can', async () => {
    const server = scriptedServer({ tools: [], dead: true });
    const servers = await connected([server.config]);
    expect(servers.toolbox().tools).toEqual([]);
    server.change(callable('echo'));
    await vi.waitFor(() => expect(servers.toolbox().tools.length).toBe(1), PATIENCE);
  });

  test('is not tried any more once all is closed', async () => {
    const server = scriptedServer({ tools: [], dead: true });
    const servers = await connected([server.config]);
    await servers.close();
    const { length } = server.asked();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.asked().length).toBe(length);
  });
});

describe('a child process', () => {
  test('gets what is configured and none of our secrets', async () => {
    vi.stubEnv('SLACK_BOT_TOKEN', 'xoxb-canary');
    vi.stubEnv('ANTHROPIC_API_KEY', 'canary');
    const server = scriptedServer(callable('env'), { env: { NOTES_TOKEN: 'its own' } });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.env');
    const { text } = await tool.execute({}, contextFor());
    vi.unstubAllEnvs();
    expect(text).not.toContain('canary');
    expect(JSON.parse(text)).toMatchObject({ NOTES_TOKEN: 'its own', PATH: process.env['PATH'] });
  });

  test('ends when we close', async () => {
    const server = scriptedServer(callable('echo'));
    const servers = await connected([server.config]);
    const tool = toolNamed(servers.toolbox().tools, 'srv.echo');
    await servers.close();
    expect((await tool.execute({}, contextFor())).text).toBe(
      'The server srv cannot be reached. The call was not made.',
    );
  });
});
