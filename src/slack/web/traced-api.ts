import { inSpan, noTraces, type Tracer } from '../../ports/tracer.ts';
import type { CallOutcome } from './call.ts';
import type { Method } from './methods.ts';

type Call<Rest extends readonly unknown[]> = (method: Method, ...rest: Rest) => Promise<CallOutcome>;

/** Calls, traced by their method and what came of them, from when they were wanted: waiting for Slack's limits counts. */
export function tracedCall<Rest extends readonly unknown[]>(call: Call<Rest>, tracer: Tracer): Call<Rest> {
  if (tracer === noTraces) return call;
  return (method, ...rest) =>
    inSpan(tracer, { name: 'slack', place: { kind: 'here' }, fields: { method } }, async (span) => {
      const outcome = await call(method, ...rest);
      span.set({ outcome: outcome.kind });
      if (outcome.kind !== 'ok') span.fail();
      return outcome;
    });
}
