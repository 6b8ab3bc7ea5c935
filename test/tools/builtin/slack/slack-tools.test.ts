import { describe, expect, test } from 'vitest';
import type { PostOutcome, SearchOutcome, WorkspaceMessages } from '../../../../src/ports/workspace-messages.ts';
import { slackTools } from '../../../../src/tools/builtin/slack/slack-tools.ts';
import { alice } from '../../../support/conversation.ts';
import { contextFor } from '../../../support/tools/tool-context.ts';
import { toolNamed } from '../../../support/tools/tool-named.ts';

const nothing: SearchOutcome = { kind: 'found', messages: [], channels: 2 };

function toolsOver(found: SearchOutcome = nothing, posted: PostOutcome = { kind: 'posted' }) {
  const asked: unknown[] = [];
  const messages: WorkspaceMessages = {
    search: async (wanted, { person }) => {
      asked.push([wanted, person]);
      return found;
    },
    post: async (message, { person }) => {
      asked.push([message, person]);
      return posted;
    },
  };
  const tools = slackTools(messages);
  return { search: toolNamed(tools, 'slack.search'), post: toolNamed(tools, 'slack.post'), asked };
}

describe('searching', () => {
  test('is done for the person the turn acts for, and brings in untrusted text', async () => {
    const { search, asked } = toolsOver();
    await search.execute({ query: ' lamp ' }, contextFor());
    expect(asked).toEqual([[{ query: 'lamp', channel: null }, alice]]);
    expect([search.effect, search.ingestsUntrusted({}), [...search.requiredCapabilities({ query: 'x' })]]).toEqual([
      'read',
      true,
      ['fixed-connector-read'],
    ]);
  });

  test('names where, when and by whom each message was written', async () => {
    const message = { channel: 'C1', channelName: 'general', author: 'U1', text: 'a lamp', at: Date.UTC(2026, 0, 1) };
    const { search } = toolsOver({ kind: 'found', messages: [message, { ...message, author: null }], channels: 1 });
    const { text } = await search.execute({ query: 'lamp' }, contextFor());
    expect(text).toBe(
      '2 messages found in 1 channels.\n\n#general (C1), 2026-01-01T00:00:00.000Z, U1:\na lamp\n\n' +
        '#general (C1), 2026-01-01T00:00:00.000Z, not a person:\na lamp',
    );
  });

  test('that is refused is an error with its reason', async () => {
    const { search } = toolsOver({ kind: 'refused', reason: 'not yours' });
    expect(await search.execute({ query: 'x' }, contextFor())).toEqual({ text: 'not yours', isError: true });
  });

  test.each([[{ query: '' }], [{ query: 'x', channel: 'general' }], [{ query: 'x', person: 'U1' }]])(
    'is not made with %j',
    (args) => {
      expect(toolsOver().search.invalid(args)).not.toBeNull();
    },
  );
});

describe('posting', () => {
  test('into the thread needs nothing more than answering does; elsewhere it is egress and changes something', () => {
    const { post } = toolsOver();
    expect([...post.requiredCapabilities({ text: 'hi' })]).toEqual([]);
    expect([...post.requiredCapabilities({ text: 'hi', channel: 'C0OPS' })]).toEqual([
      'arbitrary-egress',
      'mutate-external',
    ]);
  });

  test('is done once, and its approval is never remembered', () => {
    const { post } = toolsOver();
    expect([post.effect, post.cacheableApproval()]).toEqual(['once', false]);
  });

  test.each([
    [{ kind: 'posted' }, { text: 'Posted.', isError: false }],
    [
      { kind: 'refused', reason: 'not yours' },
      { text: 'not yours', isError: true },
    ],
  ] as const)('%j is told', async (posted, output) => {
    expect(await toolsOver(nothing, posted).post.execute({ text: 'hi' }, contextFor())).toEqual(output);
  });

  test('that Slack does not confirm has an unknown outcome', async () => {
    const { post } = toolsOver(nothing, { kind: 'unknown' });
    await expect(post.execute({ text: 'hi' }, contextFor())).rejects.toMatchObject({ code: 'outcome-unknown' });
  });
});
