import { describe, expect, it } from 'vitest';
import { leaks } from '../support/canaries.ts';
import { nobodysAddress } from '../support/providers/provider-server.ts';
import { ask } from '../support/scenario/thread.ts';
import { eventually, type PersonInSlack, personAt } from '../support/slack/people.ts';
import { type SeenSpan, startCollector } from '../support/traces/collector.ts';
import { type TracedPlace, tracedPlace, WORDS } from '../support/traces/traced-bot.ts';

const STORY_MS = 180_000;
/** What the process gives itself. */
const STOPS_WITHIN_MS = 10_000;
/** Spans are sent every two seconds; a machine that is busy sends them later. */
const SENT_WITHIN_MS = 30_000;

const named = (spans: readonly SeenSpan[], name: string): readonly SeenSpan[] =>
  spans.filter((span) => span.name === name);

const posts = (spans: readonly SeenSpan[]): readonly SeenSpan[] =>
  spans.filter(({ attributes }) => attributes['countersign.slack.method'] === 'chat.postMessage');

const askForFile = async ({ workspace }: TracedPlace) => {
  const alice = personAt(workspace.url, 'U0ALICE');
  const thread = await ask(alice, 'C0GENERAL', `@Countersign ${WORDS.asked}`);
  return { alice, thread, card: await thread.card(WORDS.argument) };
};

const approve = async ({ alice, thread, card }: Awaited<ReturnType<typeof askForFile>>): Promise<void> => {
  await card.press(alice satisfies PersonInSlack, 'approve');
  await thread.sees(WORDS.answered);
};

/** A turn that pauses in one process and goes on in the next, as the collector sees it. */
async function turnOverTwoProcesses() {
  const place = await tracedPlace();
  const collector = await startCollector();
  const first = await place.start(collector.endpoint);
  const asked = await askForFile(place);
  const seen = (name: string, count: number) =>
    eventually(`${count} × ${name}`, async () => named(collector.spans(), name).length >= count, SENT_WITHIN_MS);
  await seen('invoke_agent', 1);
  // The card was posted; that it was is told a little later.
  await eventually('a card', async () => posts(collector.spans()).length > 0, SENT_WITHIN_MS);
  await seen('delivery', 1);
  await first.kill9();
  const second = await place.startHere(collector.endpoint);
  await approve(asked);
  await seen('invoke_agent', 2);
  await second.stop();
  return { place, collector, spans: collector.spans() };
}

describe('a turn that is paused, and goes on after a restart', () => {
  it('is one trace without a word of it', { timeout: STORY_MS }, async () => {
    const { place, collector, spans } = await turnOverTwoProcesses();
    const runs = named(spans, 'invoke_agent');
    const [paused, finished] = runs;
    expect(runs.map(({ attributes }) => attributes['countersign.outcome'])).toEqual(['paused', 'finished']);

    // One trace, whose second root names the first.
    expect(paused?.traceId).toBe(finished?.traceId);
    expect(runs.map(({ parentSpanId }) => parentSpanId ?? null)).toEqual([null, null]);
    expect(finished?.links.map(({ spanId }) => spanId)).toEqual([paused?.spanId]);

    // Below each run what it did.
    const models = named(spans, 'chat');
    expect(models.map(({ parentSpanId }) => parentSpanId)).toEqual([paused?.spanId, finished?.spanId]);
    expect(models.map(({ attributes }) => attributes['gen_ai.usage.input_tokens'])).toEqual([120, 120]);
    const [tool] = named(spans, 'execute_tool');
    expect(tool).toMatchObject({
      parentSpanId: finished?.spanId,
      attributes: { 'gen_ai.tool.name': 'files.write', 'countersign.outcome': 'succeeded' },
    });
    const [asked] = named(spans, 'approval.requested');
    const append = spans.find(({ spanId }) => spanId === asked?.parentSpanId);
    expect([append?.name, append?.parentSpanId]).toEqual(['store.append', paused?.spanId]);

    // The press, heard by the second process, is part of it.
    const [decision] = named(spans, 'decision');
    expect(decision).toMatchObject({
      traceId: paused?.traceId,
      links: [{ spanId: paused?.spanId }],
      attributes: { 'countersign.decision': 'approve', 'countersign.outcome': 'recorded' },
    });
    // A card is owed, by whatever turn; its delivery begins a trace.
    const above = posts(spans).map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name);
    expect(above).toContain('delivery');
    expect(named(spans, 'delivery').filter(({ parentSpanId }) => parentSpanId !== undefined)).toEqual([]);

    expect(collector.headers[0]?.['x-collector-key']).toBe('open-sesame');
    const places = new Map([['the traces', [...collector.received, JSON.stringify(collector.headers)].join('\n')]]);
    expect(leaks(places, [...place.secrets, ...Object.values(WORDS), 'U0ALICE', 'note.txt'])).toEqual([]);
  });
});

describe('a turn whose traces nobody takes', () => {
  const inTrouble = {
    'is away': async () => new URL(await nobodysAddress()).origin,
    'answers 500': async () => (await startCollector('fail')).endpoint,
    'never answers': async () => (await startCollector('hang')).endpoint,
  } as const;

  it.each(Object.entries(inTrouble))(
    'ends as ever, and the bot stops in time, when the collector %s',
    { timeout: STORY_MS },
    async (_, endpoint) => {
      const place = await tracedPlace();
      const bot = await place.startHere(await endpoint());
      await approve(await askForFile(place));
      expect((await bot.stop()).tookMs).toBeLessThan(STOPS_WITHIN_MS);
    },
  );

  it('does not keep the process from ending', { timeout: STORY_MS }, async () => {
    const place = await tracedPlace();
    const bot = await place.start(await inTrouble['never answers']());
    await approve(await askForFile(place));
    const { code, tookMs } = await bot.terminate();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOPS_WITHIN_MS);
  });
});
