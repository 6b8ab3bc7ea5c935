import { describe, expect, it } from 'vitest';
import { turnId } from '../../../src/domain/ids.ts';
import { type OtlpOptions, startOtlpTracer } from '../../../src/platform/otel/otlp-tracer.ts';
import { inSpan, type SpanStart } from '../../../src/ports/tracer.ts';
import { type LoggedLine, loggerInto } from '../../support/scenario/logged-lines.ts';
import { eventually } from '../../support/slack/people.ts';
import { startCollector, type TraceCollector } from '../../support/traces/collector.ts';

/** A second, and what a busy machine adds; the exporter itself would wait for ten. */
const CLOSES_WITHIN_MS = 4_000;
const TROUBLE_MS = 60_000;

const here = (fields: SpanStart['fields'] = {}): SpanStart => ({ name: 'tool', place: { kind: 'here' }, fields });
const run = (id: string, after: string | null = null): SpanStart => ({
  name: 'turn',
  place: { kind: 'turn', first: turnId('first'), run: turnId(id), after: after === null ? null : turnId(after) },
  fields: { turn: id },
});

function open({ endpoint }: TraceCollector, given: Partial<OtlpOptions> = {}) {
  const lines: LoggedLine[] = [];
  const logger = loggerInto(lines);
  const options = { endpoint, serviceName: 'countersign', sampledShare: 1, scrub: (text: string) => text, logger };
  return { ...startOtlpTracer({ ...options, ...given }), lines };
}

describe('spans', () => {
  it('stand below the span they are started in, however deep', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector);
    await inSpan(tracer, here(), async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await inSpan(tracer, here(), async () => {});
    });
    await close();
    const [inner, outer] = collector.spans();
    expect(inner?.parentSpanId).toBe(outer?.spanId);
  });

  it('that are apart begin a trace, whoever starts them', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector);
    await inSpan(tracer, here(), () => inSpan(tracer, { ...here(), place: { kind: 'apart' } }, async () => {}));
    await close();
    const [inner, outer] = collector.spans();
    expect(inner?.parentSpanId).toBeUndefined();
    expect(inner?.traceId).not.toBe(outer?.traceId);
  });

  it('of one turn have one trace in every process, and name the run before', async () => {
    const collector = await startCollector();
    for (const start of [run('first'), run('second', 'first')]) {
      const { tracer, close } = open(collector);
      await inSpan(tracer, start, async () => {});
      await close();
    }
    const [first, second] = collector.spans();
    expect(second).toMatchObject({ traceId: first?.traceId, links: [{ spanId: first?.spanId }] });
    expect(second?.spanId).not.toBe(first?.spanId);
  });

  it('beside those of a turn have ids of their own', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector);
    await inSpan(tracer, run('first'), async () => {});
    await inSpan(tracer, here(), async () => {});
    await close();
    const [turn, other] = collector.spans();
    expect(other?.traceId).not.toBe(turn?.traceId);
    expect(other?.spanId).not.toBe(turn?.spanId);
  });

  it('fail with the work they are about', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector);
    await expect(inSpan(tracer, here(), () => Promise.reject(new Error('private words')))).rejects.toThrow(
      'private words',
    );
    await close();
    expect(collector.spans().map(({ status }) => status.code)).toEqual([2]);
    expect(collector.received.join()).not.toContain('private words');
  });

  it('say nothing that is not on the list', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector);
    const fields = { tool: 'files.write', text: 'private words' };
    await inSpan(tracer, here(fields), async () => {});
    await close();
    expect(collector.spans().map(({ attributes }) => attributes)).toEqual([{ 'gen_ai.tool.name': 'files.write' }]);
  });

  it('are scrubbed and cut, as the log is', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector, { scrub: (text) => text.replaceAll('secret', '[secret]') });
    await inSpan(tracer, here({ tool: 'a secret', requestId: 'x'.repeat(1_000) }), async (span) => {
      span.set({ model: 'another secret' });
    });
    await close();
    expect(collector.spans().map(({ attributes }) => attributes)).toEqual([
      {
        'gen_ai.tool.name': 'a [secret]',
        'gen_ai.tool.call.id': 'x'.repeat(256),
        'gen_ai.request.model': 'another [secret]',
      },
    ]);
  });

  it('are left out where the operator wants no share of them', async () => {
    const collector = await startCollector();
    const { tracer, close } = open(collector, { sampledShare: 0 });
    await inSpan(tracer, run('first'), () => inSpan(tracer, here(), async () => {}));
    await close();
    expect(collector.received).toEqual([]);
  });
});

describe('a collector in trouble', () => {
  it('is not waited for at the end', { timeout: TROUBLE_MS }, async () => {
    const collector = await startCollector('hang');
    const { tracer, close } = open(collector);
    tracer.start(here()).end();
    const began = performance.now();
    await close();
    expect(performance.now() - began).toBeLessThan(CLOSES_WITHIN_MS);
  });

  it('is said once, and once more when it is over', { timeout: TROUBLE_MS }, async () => {
    const collector = await startCollector('fail');
    const { tracer, close, lines } = open(collector);
    const said = () => lines.map(({ level, message }) => `${level}: ${message}`);
    const sendOne = async (): Promise<void> => {
      const before = collector.received.length;
      tracer.start(here()).end();
      await eventually('an export', async () => collector.received.length > before);
    };
    await sendOne();
    await eventually('the log', async () => lines.length > 0);
    await sendOne();
    collector.behave('take');
    await sendOne();
    await eventually('the log', async () => lines.length > 1);
    expect(said()).toEqual(['warn: traces do not reach their collector', 'info: traces reach their collector again']);
    await close();
  });
});
