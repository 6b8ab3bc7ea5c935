import { describe, expect, it, onTestFinished } from 'vitest';
import { makeChanges } from '../../../src/local-slack/server/changes.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/local-slack/server/json.ts';
import { openWorkspace, say, until } from './support/workspace.ts';

/** Reads server-sent events as they come. */
async function follow(url: string, headers: Record<string, string> = {}): Promise<JsonObject[]> {
  const leave = new AbortController();
  const response = await fetch(url, { headers, signal: leave.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const changes: JsonObject[] = [];
  const reading = (async () => {
    let rest = '';
    for await (const part of response.body ?? []) {
      rest += new TextDecoder().decode(part);
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const line of blocks.flatMap((block) => block.split('\n'))) {
        const parsed = line.startsWith('data: ') ? parseJson(line.slice(6)) : undefined;
        if (parsed && isObject(parsed.value)) changes.push(parsed.value);
      }
    }
  })().catch(() => {});
  onTestFinished(async () => {
    leave.abort();
    await reading;
  });
  return changes;
}

describe('the stream of changes', () => {
  it('tells of a message as it is said', async () => {
    const workspace = await openWorkspace();
    const changes = await follow(`${workspace.url}/changes?since=0`);
    const said = await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const change = await until(() => changes.find((one) => one['type'] === 'message'));
    expect(change).toEqual({ n: 1, type: 'message', channel: 'C0GENERAL', ts: said.ts });
  });

  it('begins with what has been missed, and each change comes once', async () => {
    const workspace = await openWorkspace();
    for (const text of ['1', '2', '3']) await say(workspace, 'U0ALICE', 'C0GENERAL', text);
    const changes = await follow(`${workspace.url}/changes?since=1`);
    await say(workspace, 'U0ALICE', 'C0GENERAL', '4');
    await until(() => changes[2]);
    expect(changes.map((change) => change['n'])).toEqual([2, 3, 4]);
  });

  it('goes on after the last event a browser has seen', async () => {
    const workspace = await openWorkspace();
    for (const text of ['1', '2', '3']) await say(workspace, 'U0ALICE', 'C0GENERAL', text);
    const changes = await follow(`${workspace.url}/changes?since=0`, { 'last-event-id': '2' });
    await until(() => changes[0]);
    expect(changes.map((change) => change['n'])).toEqual([3]);
  });

  it('with a number that is none is refused', async () => {
    const workspace = await openWorkspace();
    expect(await workspace.call('GET', '/changes?since=yesterday')).toEqual({
      ok: false,
      error: 'invalid_since',
      status: 400,
    });
  });

  it('says that there is a gap when too much has been missed', () => {
    const changes = makeChanges();
    for (let n = 0; n < 5_001; n += 1) changes.record('message');
    const missed = changes.since(0);
    expect(missed).toHaveLength(5_001);
    expect(missed[0]).toEqual({ n: 1, type: 'gap' });
    expect(changes.since(1)[0]).toEqual({ n: 2, type: 'message' });
  });
});
