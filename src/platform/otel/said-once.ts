import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../ports/logger.ts';

/** The exporter's word for success; its other one is failure. */
const EXPORTED = 0;

/** An exporter that says in the log when spans stop getting through, once, and when they do again. */
export function saidOnce(exporter: SpanExporter, logger: Logger): SpanExporter {
  let gettingThrough = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const through = result.code === EXPORTED;
        if (gettingThrough && !through)
          logger.warn({ error: result.error?.name, count: spans.length }, 'traces do not reach their collector');
        if (!gettingThrough && through) logger.info({}, 'traces reach their collector again');
        gettingThrough = through;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
