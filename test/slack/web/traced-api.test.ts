import { describe, expect, it } from 'vitest';
import { noTraces } from '../../../src/ports/tracer.ts';
import type { CallArgs, CallOutcome } from '../../../src/slack/web/call.ts';
import { tracedCall } from '../../../src/slack/web/traced-api.ts';
import { type KeptSpan, tracerInto } from '../../support/traces/seen-spans.ts';

const ok: CallOutcome = { kind: 'ok', body: { text: 'private words' } };
const refused: CallOutcome = { kind: 'refused', code: 'not_in_channel', details: ['private words'] };

describe('a traced call', () => {
  it.each([
    ['ended', ok],
    ['failed', refused],
  ])('has its method and what came of it: %s', async (state, outcome) => {
    const spans: KeptSpan[] = [];
    const call = tracedCall(async (_method: string, _args: CallArgs) => outcome, tracerInto(spans));
    expect(await call('chat.postMessage', { text: 'private words' })).toBe(outcome);
    const fields = { method: 'chat.postMessage', outcome: outcome.kind };
    expect(spans).toEqual([{ name: 'slack', place: { kind: 'here' }, fields, state }]);
  });

  it('is the call itself where nothing is traced', () => {
    const call = async () => ok;
    expect(tracedCall(call, noTraces)).toBe(call);
  });
});
