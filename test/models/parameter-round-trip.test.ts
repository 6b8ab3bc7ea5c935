import { describe, expect, test } from 'vitest';
import type { ToolSpec } from '../../src/ports/tools.ts';
import { start, stop, text, toolUse } from '../support/providers/anthropic-wire.ts';
import { events, providerServer } from '../support/providers/provider-server.ts';
import { hear, modelAt, partsOf } from '../support/providers/read-model.ts';
import { call, replies, result, results, says } from '../support/providers/requests.ts';

const listTool: ToolSpec = {
  name: 'drive.list',
  description: 'Lists files',
  inputSchema: {
    type: 'object',
    properties: { $top: { type: 'integer' }, path: { type: 'string' } },
    required: ['$top'],
  },
};
const MODEL = 'anthropic/claude-sonnet-4-5';

describe('a parameter whose name the provider refuses', () => {
  test('is offered under another name, called under it, and reaches us under its own', async () => {
    const server = await providerServer(
      events(start, ...toolUse(0, 'toolu_1', 'drive__list', '{"_top": 1.0, "path": "$top"}'), ...stop('tool_use')),
    );
    const heard = await hear(modelAt(MODEL, server.baseUrl), { tools: [listTool] });
    expect(server.asked[0]?.body['tools']).toMatchObject([
      { input_schema: { properties: { _top: { type: 'integer' } }, required: ['_top'] } },
    ]);
    expect(partsOf(heard, 'tool-call')[0]?.argumentsText).toBe('{"$top": 1.0, "path": "$top"}');
  });

  test('is shown to the model under the name it knows', async () => {
    const server = await providerServer(events(start, ...text(0, 'ok'), ...stop('end_turn')));
    await hear(modelAt(MODEL, server.baseUrl), {
      tools: [listTool],
      messages: [
        says('list'),
        replies('', [call('toolu_1', 'drive.list', '{"$top":1,"path":"/"}')]),
        results(result('toolu_1', 'none', { toolName: 'drive.list' })),
      ],
    });
    expect(server.asked[0]?.body['messages']).toMatchObject([{}, { content: [{ input: { _top: 1, path: '/' } }] }, {}]);
  });
});
