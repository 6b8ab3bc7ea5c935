import { createHash, randomBytes } from 'node:crypto';
import type { IdGenerator } from '@opentelemetry/sdk-trace';
import type { TurnId } from '../../domain/ids.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** The trace of a turn, from its first run: every process comes to the same one, so that none of it is stored. */
export const traceIdOf = (first: TurnId): string => digest('trace', first, TRACE_ID_BYTES);

/** The span of one run, so that a later run can name it. */
export const spanIdOf = (run: TurnId): string => digest('run', run, SPAN_ID_BYTES);

export interface NextIds {
  readonly traceId?: string;
  readonly spanId?: string;
}

/** The ids the next span is to have, told before it is started; random where nothing is asked for. */
export function makeSpanIds(): IdGenerator & { readonly next: (ids: NextIds) => void } {
  let given: NextIds = {};
  return {
    next(ids) {
      given = ids;
    },
    generateTraceId: () => given.traceId ?? randomBytes(TRACE_ID_BYTES).toString('hex'),
    generateSpanId: () => given.spanId ?? randomBytes(SPAN_ID_BYTES).toString('hex'),
  };
}

const digest = (what: string, id: TurnId, bytes: number): string =>
  createHash('sha256')
    .update(`${what}\n${id}`, 'utf8')
    .digest('hex')
    .slice(0, 2 * bytes);
