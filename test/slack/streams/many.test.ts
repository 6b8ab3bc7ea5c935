import { expect, it } from 'vitest';
import { answersPerTest } from '../../support/slack/answers-in-slack.ts';
import { eventually } from '../../support/slack/people.ts';

const workspace = answersPerTest();
const ANSWERS = 50;
const ROUNDS = 20;
/** That no call of ours is one too many is shown where no machine's delays count: with virtual time, in `stream-writer.test.ts`. */
const TIMES = 30;
/** A busy machine takes its time. */
const PATIENCE_MS = 120_000;

it('fifty answers at once are shown whole within Slack’s limits', { timeout: PATIENCE_MS }, async () => {
  const slack = await workspace({ rateLimits: 'slack', times: TIMES });
  const threads = await Promise.all(Array.from({ length: ANSWERS }, () => slack.thread()));
  const answers = threads.map(({ open }) => open());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, answer] of answers.entries()) answer.push({ kind: 'text', delta: `${n}:${round} ` });
    await new Promise<void>((resolve) => void slack.timers.after(1_000, resolve));
  }
  for (const answer of answers) void answer.end({ kind: 'finished' });
  await Promise.all(answers.map(({ done }) => done));
  const shown = await Promise.all(threads.map(({ text }) => text()));
  expect(shown).toEqual(
    answers.map((_, n) => Array.from({ length: ROUNDS }, (__, round) => `${n}:${round} `).join('')),
  );
});

it('a form opens at once while Slack limits the streams', async () => {
  const slack = await workspace({ times: 1 });
  const { open, text } = await slack.thread();
  await slack.control.fault({ method: 'chat.startStream', times: 2, kind: 'ratelimit:2' });
  const answer = open();
  answer.push({ kind: 'text', delta: 'limited' });
  await eventually('the limit to be met', async () => (await slack.calls('chat.startStream')).length > 0);
  const opened = await (await slack.now())?.call('views.open', { trigger_id: 'none', view: { type: 'modal' } });
  expect(opened?.kind).toBe('refused');
  // The stream still waits for what Slack asked of it.
  expect(await text()).toBe('');
  await answer.end({ kind: 'finished' });
  expect(await text()).toBe('limited');
});
