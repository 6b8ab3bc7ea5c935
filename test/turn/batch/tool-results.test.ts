import { describe, expect, it } from 'vitest';
import { OutcomeUnknown, type ToolContext, type ToolOutput } from '../../../src/ports/tools.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { graceOnly, impatient } from '../../support/turn/impatient-timer.ts';
import { eventsOf } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

type Behaviour = (context: ToolContext) => ToolOutput | Promise<ToolOutput>;

const hangs = () => new Promise<never>(() => {});
const throws = (error: unknown) => () => Promise.reject(error);

/** Runs one call of a tool that would bring in untrusted content. */
async function runs(effect: 'read' | 'once', behaviour: Behaviour, given: Parameters<typeof run>[2] = {}) {
  const tool = aTool('t', { effect, ingests: true, run: (_, context) => behaviour(context) });
  const { result, journal } = await run(scriptedModel(calls([['c1', 't', {}]]), words('ok')), [tool], given);
  return {
    recorded: eventsOf(journal.events, 'tool.completed').map((event) => event.result),
    errors: [...result.toolErrors],
  };
}

/** The same, with a tool that stops its own turn first. */
const stopped = (effect: 'read' | 'once', behaviour: Behaviour) => {
  const stop = new AbortController();
  const stopping: Behaviour = (context) => {
    stop.abort();
    return behaviour(context);
  };
  return runs(effect, stopping, { signal: stop.signal, startTimer: graceOnly });
};

const UNKNOWN = 'It is not known whether this call took effect. Do not repeat it without checking.';
const ends = (outcome: string, text: string, quarantined: boolean) => [
  { requestId: 'c1', toolName: 't', outcome, text, quarantined },
];

describe('what is recorded of an execution', () => {
  it('that gives its answer: the answer, as content from outside', async () => {
    const { recorded, errors } = await runs('read', () => output('42'));
    expect(recorded).toEqual(ends('succeeded', '42', true));
    expect(errors).toEqual([]);
  });

  it("that reports a failure: the tool's own words, as content from outside", async () => {
    const { recorded } = await runs('read', () => ({ text: 'no such order', isError: true }));
    expect(recorded).toEqual(ends('failed', 'no such order', true));
  });

  it('that throws: that it failed, in words of ours', async () => {
    const { recorded } = await runs('once', throws(new Error('x')));
    expect(recorded).toEqual(ends('failed', 'The tool failed.', false));
  });

  it.each([
    ['read', 'failed', 'The call was sent and got no answer.'],
    ['once', 'unknown', `The call was sent and got no answer. ${UNKNOWN}`],
  ] as const)('that was sent and got no answer (%s: %s)', async (effect, outcome, text) => {
    const { recorded } = await runs(effect, throws(new OutcomeUnknown('lost')));
    expect(recorded).toEqual(ends(outcome, text, false));
  });

  it.each([
    ['read', 'failed', 'The tool did not answer within 7 ms.'],
    ['once', 'unknown', `The tool did not answer within 7 ms. ${UNKNOWN}`],
  ] as const)('that took too long (%s: %s)', async (effect, outcome, text) => {
    const { recorded } = await runs(effect, hangs, { startTimer: impatient, toolTimeoutMs: 7 });
    expect(recorded).toEqual(ends(outcome, text, false));
  });

  it.each([
    ['read', 'cancelled', 'The turn was stopped before the tool answered.'],
    ['once', 'unknown', `The turn was stopped before the tool answered. ${UNKNOWN}`],
  ] as const)('that threw because its turn was stopped (%s: %s)', async (effect, outcome, text) => {
    const { recorded } = await stopped(effect, throws(new Error('aborted')));
    expect(recorded).toEqual(ends(outcome, text, false));
  });

  it.each([
    ['read', 'cancelled', 'The turn was stopped before the tool answered.'],
    ['once', 'unknown', `The turn was stopped before the tool answered. ${UNKNOWN}`],
  ] as const)('that was left behind when its turn was stopped (%s: %s)', async (effect, outcome, text) => {
    const { recorded } = await stopped(effect, hangs);
    expect(recorded).toEqual(ends(outcome, text, false));
  });

  it.each<[string, unknown, string]>([
    ['an error', new Error('boom'), 'The tool failed: boom'],
    ['a text', 'just text', 'The tool failed: just text'],
    ['nothing', null, 'The tool failed: no reason was given'],
    ['something else', { message: 'boom' }, 'The tool failed: no reason was given'],
  ])('that throws %s, where the model may read what was thrown', async (_, thrown, text) => {
    const loop = loopConfig({ includeDetailedErrors: true });
    const { recorded } = await runs('once', throws(thrown), { loop });
    expect(recorded).toEqual(ends('failed', text, true));
  });
});

describe('what the host can tell apart', () => {
  it.each<[string, Behaviour, object]>([
    [
      'a tool that says it failed',
      () => ({ text: 'no such order', isError: true }),
      { name: 'ToolReportedError', code: 'tool-reported-error', message: 'no such order' },
    ],
    [
      'a tool that took too long',
      hangs,
      { name: 'TookTooLong', code: 'took-too-long', message: 'No answer within 7 ms.' },
    ],
    ...['null', '"text"', '7', '{}', '{"text":7,"isError":false}', '{"text":"ok"}', '{"isError":false}'].map(
      (returned): [string, Behaviour, object] => [
        `a tool that returns ${returned}`,
        () => JSON.parse(returned),
        { name: 'NoOutput', code: 'no-output', message: 'No text came back.' },
      ],
    ),
  ])('%s', async (_, behaviour, error) => {
    const slow = behaviour === hangs ? { startTimer: impatient, toolTimeoutMs: 7 } : {};
    const { errors } = await runs('read', behaviour, slow);
    expect(errors).toEqual([['c1', expect.objectContaining(error)]]);
  });
});
