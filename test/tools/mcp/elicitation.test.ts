import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import type { Elicitor, PersonsAnswer } from '../../../src/ports/elicitor.ts';
import { silent } from '../../../src/ports/logger.ts';
import { connectMcpServers, type McpServers } from '../../../src/tools/mcp/connect-mcp-servers.ts';
import { connected, listedAs, quickPace, scriptedServer, scriptedServerIn } from '../../support/tools/mcp-servers.ts';
import { recordingElicitor } from '../../support/tools/recording-elicitor.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

const form = {
  message: 'Which label?',
  requestedSchema: {
    type: 'object',
    properties: {
      label: {
        type: 'string',
        oneOf: [
          { const: 'bug', title: 'Something is broken' },
          { const: 'idea', title: 'idea' },
        ],
      },
      count: { type: 'integer', minimum: 1, default: 2 },
    },
    required: ['label'],
  },
};
const accept = (
  content: PersonsAnswer & { kind: 'accept' } extends { content: infer C } ? C : never,
): PersonsAnswer => ({
  kind: 'accept',
  content,
});

const tools = ['ask', 'hang', 'visit'].map((name) => listedAs(name));

describe('a server that asks while a call runs', () => {
  let folder: string;
  let server: ReturnType<typeof scriptedServerIn>;
  let servers: McpServers;
  /** Whom the test has asked. */
  let people: Elicitor;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-'));
    server = scriptedServerIn(folder, { tools });
    const elicitor: Elicitor = { ask: (call, question) => people.ask(call, question) };
    servers = await connectMcpServers([server.config], { logger: silent, pace: quickPace, elicitor });
  });
  afterAll(async () => {
    await servers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** From now on the server asks this and people answer so; `run` calls the tool and says what the server was answered. */
  function asking(question: object, answer: PersonsAnswer) {
    server.change({ tools, question });
    const { elicitor, asked } = recordingElicitor(answer);
    people = elicitor;
    const call = (name: string, context = contextFor()) =>
      toolNamed(servers.toolbox().tools, name).execute({}, context);
    return { asked, call, run: async (context = contextFor()) => (await call('srv.ask', context)).text };
  }

  test('is handed what a person entered', async () => {
    const { run } = asking(form, accept({ label: 'bug', count: 3 }));
    expect(await run()).toBe('the client said accept {"label":"bug","count":3}');
  });

  test.each(['decline', 'cancel'] as const)('is told %s, and nothing else', async (kind) => {
    const { run } = asking(form, { kind });
    expect(await run()).toBe(`the client said ${kind}`);
  });

  test('asks in the name of its call, its configured name and its own words', async () => {
    const { run, asked } = asking(form, { kind: 'decline' });
    await run(contextFor({ conversation: conversationId('C7'), epoch: 9 }));
    expect(asked).toMatchObject([
      { call: { conversation: 'C7', requestId: 'r1', epoch: 9 }, question: { server: 'srv', message: 'Which label?' } },
    ]);
  });

  test('has its titled choices made into a plain list, and what they mean said', async () => {
    const { run, asked } = asking(form, { kind: 'decline' });
    await run();
    const ask = asked[0]?.question.ask;
    const { properties } = JSON.parse(ask?.kind === 'form' ? ask.schemaJson : '{}');
    expect(properties.label).toEqual({
      type: 'string',
      enum: ['bug', 'idea'],
      description: 'bug: Something is broken',
    });
  });

  test.each([
    ['a value the schema refuses', { label: 'other' }],
    ['a missing field', { count: 3 }],
    ['a field nobody asked for', { label: 'bug', token: 'x' }],
    ['nothing at all', null],
  ])('is told cancel where the answer has %s', async (_what, content) => {
    const { run } = asking(form, accept(content));
    expect(await run()).toBe('the client said cancel');
  });

  test('may send people to a page, which is never opened here', async () => {
    const visit = { mode: 'url', elicitationId: 'e1', message: 'Sign in', url: 'https://login.example/start?x=1' };
    const { run, asked } = asking(visit, accept(null));
    expect(await run()).toBe('the client said accept');
    expect(asked[0]?.question.ask).toEqual({ kind: 'link', url: 'https://login.example/start?x=1' });
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'slack://open'])('may not send people to %s', async (url) => {
    const { run, asked } = asking({ mode: 'url', elicitationId: 'e1', message: 'Go', url }, accept(null));
    expect([await run(), asked]).toEqual(['the client said cancel', []]);
  });

  test.each([
    [accept(null), 'A person says that they did: call it again.'],
    [{ kind: 'decline' } as const, 'nobody did. The call was not made.'],
  ])('that wants a page visited before it does anything has people asked: %j', async (answer, told) => {
    const visit = { mode: 'url', elicitationId: 'e1', message: 'Sign in', url: 'https://login.example/' };
    const { asked, call } = asking(visit, answer);
    const { text, isError } = await call('srv.visit');
    expect([isError, text]).toEqual([true, expect.stringContaining(told)]);
    expect(asked.map(({ question }) => question.ask)).toEqual([{ kind: 'link', url: 'https://login.example/' }]);
  });

  test('does not lose its call while people take their time', async () => {
    const slowly = async (): Promise<PersonsAnswer> => {
      await pause(2_500);
      return accept({ label: 'bug' });
    };
    const impatient = scriptedServer({ tools, question: form }, { timeout: 1_500 });
    const { elicitor } = recordingElicitor(slowly);
    const ask = toolNamed((await connected([impatient.config], { elicitor })).toolbox().tools, 'srv.ask');
    expect((await ask.execute({}, contextFor())).text).toBe('the client said accept {"label":"bug"}');
  });

  test('on behalf of nobody in particular is told cancel', async () => {
    const { run, asked, call } = asking(form, accept({ label: 'bug' }));
    const stop = new AbortController();
    const other = call('srv.hang', contextFor({ signal: stop.signal }));
    expect([await run(), asked]).toEqual(['the client said cancel', []]);
    stop.abort(new Error('stopped'));
    await expect(other).rejects.toThrow('stopped');
  });
});

test('a server that asks where nobody can be asked is told cancel', async () => {
  const asking = scriptedServer({ tools, question: form });
  const ask = toolNamed((await connected([asking.config])).toolbox().tools, 'srv.ask');
  expect((await ask.execute({}, contextFor())).text).toBe('the client said cancel');
});
