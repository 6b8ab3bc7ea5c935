import { makeScrubber } from '../platform/scrub.ts';
import type { Logger } from '../ports/logger.ts';
import { noTraces, type Tracer } from '../ports/tracer.ts';
import { type Environment, secretsOf } from './environment.ts';

/** What those who run the bot are told about single turns. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what waits, within a bound. Never rejects. */
  close(): Promise<void>;
}

export const untraced: Tracing = { tracer: noTraces, close: () => Promise.resolve() };

/** Traces where the environment names a collector. Without one nothing is loaded. */
export async function openTracing(environment: Environment, logger: Logger): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  if (endpoint === undefined) return untraced;
  const { startOtlpTracer } = await import('../platform/otel/otlp-tracer.ts');
  return startOtlpTracer({
    endpoint,
    serviceName: environment.OTEL_SERVICE_NAME,
    sampledShare: environment.OTEL_TRACES_SAMPLER_ARG,
    scrub: makeScrubber(secretsOf(environment)),
    logger,
  });
}
