import { describe, expect, it } from 'vitest';
import { measuredFetch } from '../../src/platform/measured-fetch.ts';
import { makeMeters } from '../../src/platform/meters.ts';

const answering = (status: number) => async () => new Response('{}', { status });
const down = () => Promise.reject(new TypeError('fetch failed'));

async function countedAfter(fetch: typeof globalThis.fetch, address: string): Promise<string[]> {
  const meters = makeMeters();
  await measuredFetch(fetch, meters)(address).catch(() => undefined);
  const lines = (await meters.text()).split('\n');
  return lines.filter((line) => line.startsWith('countersign_slack_calls_total{'));
}

describe('measured calls of Slack', () => {
  it.each<[string, typeof globalThis.fetch]>([
    ['answered', answering(200)],
    ['rate-limited', answering(429)],
    ['http-error', answering(503)],
    ['unreachable', down],
  ])('are counted by method and outcome: %s', async (outcome, fetch) => {
    expect(await countedAfter(fetch, 'https://slack.com/api/chat.update')).toEqual([
      `countersign_slack_calls_total{method="chat.update",outcome="${outcome}"} 1`,
    ]);
  });

  it('pass on what Slack answered', async () => {
    const response = await measuredFetch(answering(418), makeMeters())('https://slack.com/api/auth.test');
    expect(response.status).toBe(418);
  });

  it('pass on why Slack could not be reached', async () => {
    await expect(measuredFetch(down, makeMeters())('https://slack.com/api/auth.test')).rejects.toThrow('fetch failed');
  });

  it.each([
    ['https://hooks.slack.com/actions/T0/123/secretpart'],
    ['https://files.slack.com/files-pri/T0-F0/salaries.pdf'],
  ])('of an address that names no method are one kind: %s', async (address) => {
    const [line] = await countedAfter(answering(200), address);
    expect(line).toBe('countersign_slack_calls_total{method="other",outcome="answered"} 1');
  });
});
