import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../../ports/logger.ts';
import type { Span, SpanPlace, Tracer } from '../../ports/tracer.ts';
import { saidOnce } from './said-once.ts';
import { makeSpanIds, type NextIds, spanIdOf, traceIdOf } from './span-ids.ts';
import { attributesOf, spanName } from './span-words.ts';

/** Spans that wait for the collector, about a kilobyte each; beyond this the newest are dropped. */
const QUEUE_SPANS = 2_048;
const BATCH_SPANS = 256;
const EXPORT_EVERY_MS = 2_000;
/** A collector that has not answered by then is given up for this batch. */
const EXPORT_TIMEOUT_MS = 10_000;
/** What the process's end waits for the collector, of the ten seconds it has. */
const CLOSE_WITHIN_MS = 1_000;

export interface OtlpOptions {
  /** The collector's address, `http://collector:4318`; spans go to `v1/traces` below it. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of all traces, 0 to 1; every process takes the same ones. */
  readonly sampledShare: number;
  readonly scrub: (text: string) => string;
  readonly logger: Logger;
}

export interface OtlpTracer {
  readonly tracer: Tracer;
  /** Sends what waits, as far as that is possible within a second. Never rejects. */
  close(): Promise<void>;
}

/** OpenTelemetry behind the Tracer port. The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS` and `_TIMEOUT`. */
export function startOtlpTracer({ endpoint, serviceName, sampledShare, scrub, logger }: OtlpOptions): OtlpTracer {
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
  const ids = makeSpanIds();
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: saidOnce(new OTLPTraceExporter({ url }), logger),
        maxQueueSize: QUEUE_SPANS,
        maxExportBatchSize: BATCH_SPANS,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const otel = provider.getTracer('countersign');
  const current = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<Span, Context>();

  return {
    tracer: {
      start({ name, place, fields }) {
        const { parent, links, next } = standing(place, current.getStore());
        ids.next(next);
        const started = otel.startSpan(spanName(name), { attributes: attributesOf(fields, scrub), links }, parent);
        const span = spanOver(started, scrub);
        contexts.set(span, trace.setSpan(ROOT_CONTEXT, started));
        return span;
      },
      within: (span, work) => current.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    },
    async close() {
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, CLOSE_WITHIN_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

interface Standing {
  readonly parent: Context;
  readonly links: Link[];
  readonly next: NextIds;
}

function standing(place: SpanPlace, here: Context | undefined): Standing {
  switch (place.kind) {
    case 'here':
      return { parent: here ?? ROOT_CONTEXT, links: [], next: {} };
    case 'apart':
      return { parent: ROOT_CONTEXT, links: [], next: {} };
    case 'turn': {
      const traceId = traceIdOf(place.first);
      const { run, after } = place;
      return {
        parent: ROOT_CONTEXT,
        links:
          after === null ? [] : [{ context: { traceId, spanId: spanIdOf(after), traceFlags: TraceFlags.SAMPLED } }],
        next: { traceId, ...(run === null ? {} : { spanId: spanIdOf(run) }) },
      };
    }
  }
}

const spanOver = (started: OtelSpan, scrub: (text: string) => string): Span => ({
  set(fields) {
    started.setAttributes(attributesOf(fields, scrub));
  },
  fail() {
    started.setStatus({ code: SpanStatusCode.ERROR });
  },
  end() {
    if (started.isRecording()) started.end();
  },
});
