import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/domain/ids.ts';
import { answersInAFakeThread } from '../support/slack/answers-in-a-fake-thread.ts';
import type { Fault, fakeThread } from '../support/slack/fake-thread.ts';

function setup(faults: (Fault | null)[] = []) {
  const there = answersInAFakeThread(faults);
  const { timers, open } = there;
  const say = async (texts: readonly string[], gapMs = 50) => {
    const answer = open();
    for (const delta of texts) {
      answer.push({ kind: 'text', delta });
      await timers.pass(gapMs);
    }
    await timers.run(answer.end({ kind: 'finished' }));
    await timers.run(answer.done);
  };
  return { ...there, say };
}

const methodsOf = (slack: ReturnType<typeof fakeThread>) => slack.calls.map(({ method }) => method);

describe('the stream writer', () => {
  it('starts a stream, appends and stops it', async () => {
    const { slack, say } = setup();
    await say(['Hello', ' there', ' you']);
    expect(slack.text()).toBe('Hello there you');
    expect(methodsOf(slack).filter((method) => method === 'chat.startStream')).toHaveLength(1);
    expect(slack.running()).toHaveLength(0);
  });

  it('names the person it streams for by their own workspace', async () => {
    const { slack, say } = setup();
    await say(['Hi']);
    expect(slack.calls[0]?.args).toMatchObject({ recipient_team_id: 'T2', recipient_user_id: 'U1' });
  });

  it('sends nothing at all for an answer without words', async () => {
    const { slack, say } = setup();
    await say(['', '']);
    expect(slack.calls).toEqual([]);
  });

  describe('where a grounded answer comes from', () => {
    const from = (url: string, title: string | null = null) => ({
      kind: 'sources' as const,
      sources: [{ url, title }],
    });
    const grounded = async (ending: 'finished' | 'interrupted', ...sources: ReturnType<typeof from>[]) => {
      const { slack, timers, open } = setup();
      const answer = open();
      answer.push({ kind: 'text', delta: 'First.' });
      for (const one of sources) answer.push(one);
      answer.push({ kind: 'tool-started', requestId: requestId('r1'), title: 'Look' });
      answer.push({ kind: 'text', delta: 'Second.' });
      await timers.run(answer.end({ kind: ending }));
      await timers.run(answer.done);
      return slack.text();
    };

    it('stands below all of it, once for each address, with the address as it is', async () => {
      const text = await grounded(
        'finished',
        from('https://a.example/x', 'A [page](https://evil.example)'),
        from('https://a.example/x'),
        from('https://b.example/'),
      );
      expect(text).toBe(
        'First.\n\nSecond.\n\nSources:\n- A  page (https:  evil.example) https://a.example/x\n- https://b.example/',
      );
    });

    it.each([
      ['a script', 'javascript:alert(1)'],
      ['a host behind a name', 'https://bank.example@evil.example/'],
      ['no address', 'nowhere'],
    ])('is not %s', async (_, url) => {
      expect(await grounded('finished', from(url))).toBe('First.\n\nSecond.');
    });

    it('shows a host that only looks like another by what it is', async () => {
      expect(await grounded('finished', from('https://аpple.example/'))).toContain('https://xn--pple-43d.example/');
    });

    it('is not said below an answer that is shown from the log later', async () => {
      expect(await grounded('interrupted', from('https://a.example/'))).not.toContain('Sources');
    });
  });

  it('keeps words that are only blanks', async () => {
    const { slack, say } = setup();
    await say([' ', 'x']);
    expect(slack.text()).toBe(' x');
  });

  it('splits a delta larger than one call and one message take', async () => {
    const { slack, say } = setup();
    const long = 'word '.repeat(6_000);
    await say([long]);
    expect(slack.text()).toBe(long);
    expect(slack.posted.length).toBeGreaterThan(3);
  });

  it('starts one stream however many words arrive while it starts', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    for (let count = 0; count < 50; count += 1) answer.push({ kind: 'text', delta: 'ab' });
    await timers.run(answer.end({ kind: 'finished' }));
    expect(slack.text()).toBe('ab'.repeat(50));
    expect(slack.posted).toHaveLength(1);
  });

  it('leaves a message before its stream would die of age', async () => {
    const { slack, say } = setup();
    await say(
      Array.from({ length: 60 }, (_, index) => `${index} `),
      10_000,
    );
    expect(slack.text()).toBe(Array.from({ length: 60 }, (_, index) => `${index} `).join(''));
    expect(methodsOf(slack)).not.toContain('chat.update');
  });

  it('ends a silent stream before Slack does', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    answer.push({ kind: 'text', delta: 'before' });
    await timers.pass(400_000);
    expect(slack.posted.map(({ streaming }) => streaming)).toEqual(['completed']);
    answer.push({ kind: 'text', delta: ' after' });
    await timers.run(answer.end({ kind: 'finished' }));
    expect(slack.text()).toBe('before after');
  });

  it('closes a code block at the end of a message and opens it again in the next', async () => {
    const { slack, say } = setup();
    await say([`\`\`\`ts\n${'let a = 1;\n'.repeat(1_000)}\`\`\`\nend`]);
    const [first, second] = slack.posted;
    expect(first?.text.endsWith('\n```')).toBe(true);
    expect(second?.text.startsWith('```ts\n')).toBe(true);
  });

  it('never breaks what a person sees as one character', async () => {
    const { slack, say } = setup();
    const family = '👨‍👩‍👧‍👦';
    await say([family.repeat(2_000)]);
    expect(slack.posted.every(({ text }) => text.replaceAll(family, '') === '')).toBe(true);
  });

  it('settles an append whose answer was lost by rewriting the message', async () => {
    for (const kind of ['lost-before', 'lost-after'] as const) {
      const { slack, say } = setup([null, { kind }]);
      await say(['one ', 'two ', 'three ', 'four'], 1_000);
      expect(slack.text()).toBe('one two three four');
    }
  });

  it('finds a stream whose start was answered into the void', async () => {
    const { slack, say } = setup([{ kind: 'lost-after' }]);
    await say(['one ', 'two'], 1_000);
    expect(slack.text()).toBe('one two');
    expect(slack.posted).toHaveLength(1);
  });

  it('goes on in a new message when Slack has ended the stream', async () => {
    const { slack, say } = setup([null, { kind: 'refused', code: 'message_not_in_streaming_state' }]);
    await say(['one ', 'two ', 'three'], 1_000);
    expect(slack.text()).toBe('one two three');
  });

  it('finishes a message by rewriting it when the stop is refused as too long', async () => {
    const { slack, say } = setup([null, { kind: 'refused', code: 'msg_too_long' }]);
    await say(['all of it']);
    expect(slack.text()).toBe('all of it');
  });

  it('shows nothing more once the person has pressed Stop', async () => {
    const { slack, open, timers, stopped } = setup();
    const answer = open();
    answer.push({ kind: 'text', delta: 'seen' });
    await timers.pass(500);
    slack.pressStop();
    answer.push({ kind: 'text', delta: ' unseen' });
    await timers.pass(5_000);
    await timers.run(answer.end({ kind: 'stopped' }));
    expect(slack.text()).toBe('seen');
    expect(stopped).toEqual([true]);
  });

  it('does not repeat what somebody has deleted', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    answer.push({ kind: 'text', delta: 'deleted' });
    await timers.pass(500);
    slack.remove(slack.posted[0]?.ts ?? '');
    answer.push({ kind: 'text', delta: 'kept' });
    await timers.run(answer.end({ kind: 'finished' }));
    expect(slack.text()).toBe('kept');
  });

  it.each(['missing_recipient_team_id', 'user_not_found', 'channel_type_not_supported', 'invalid_chunks'])(
    'posts ordinary messages when streaming is refused here with %s',
    async (code) => {
      const { slack, say } = setup([{ kind: 'refused', code }]);
      await say(['one ', 'two ', 'three'], 2_000);
      expect(slack.text()).toBe('one two three');
      expect(methodsOf(slack)).toContain('chat.postMessage');
    },
  );

  it.each(['unknown_method', 'method_deprecated', 'feature_not_enabled'])(
    'never asks for streams again in a workspace that answered %s',
    async (code) => {
      const { slack, say } = setup([{ kind: 'refused', code }]);
      await say(['first']);
      await say(['second']);
      expect(slack.text()).toBe('firstsecond');
      expect(methodsOf(slack).filter((method) => method === 'chat.startStream')).toHaveLength(1);
    },
  );

  it('posts once when the answer to the posting was lost', async () => {
    const { slack, say } = setup([{ kind: 'refused', code: 'unknown_method' }, { kind: 'lost-after' }]);
    await say(['only once']);
    expect(slack.text()).toBe('only once');
  });

  it('waits as long as Slack asks and loses nothing', async () => {
    const { slack, say, timers } = setup([null, { kind: 'limited', seconds: 30 }]);
    const before = timers.now();
    await say(['one ', 'two ', 'three'], 1_000);
    expect(slack.text()).toBe('one two three');
    expect(timers.now() - before).toBeGreaterThanOrEqual(30_000);
  });

  it('shows a tool by its name and state, and never its arguments', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    const tool = { requestId: requestId('r1'), title: 'Issue refund' };
    answer.push({ kind: 'tool-started', ...tool });
    await timers.pass(1_000);
    answer.push({ kind: 'tool-ended', ...tool, outcome: 'succeeded' });
    await timers.run(answer.end({ kind: 'finished' }));
    expect([...(slack.posted[0]?.tasks ?? [])]).toEqual([['r1', 'complete']]);
    const [start] = slack.calls;
    expect(start?.args['chunks']).toEqual([
      { type: 'task_update', id: 'r1', title: 'Issue refund', status: 'in_progress' },
    ]);
  });

  it('begins a new paragraph after a tool', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    const tool = { requestId: requestId('r1'), title: 'Look up' };
    answer.push({ kind: 'text', delta: 'Let me look.' });
    answer.push({ kind: 'tool-started', ...tool });
    answer.push({ kind: 'tool-ended', ...tool, outcome: 'succeeded' });
    answer.push({ kind: 'text', delta: 'Found.' });
    await timers.run(answer.end({ kind: 'finished' }));
    expect(slack.text()).toBe('Let me look.\n\nFound.');
  });

  it('makes mentions in prose harmless, wherever a delta is cut', async () => {
    const { slack, say } = setup();
    await say(['Hi <', '!chan', 'nel> and <@U', '0ADMIN>']);
    expect(slack.text()).not.toMatch(/<[!@]/);
  });

  it('remembers a stream before it exists and forgets it when it is finished', async () => {
    const { streams, say } = setup();
    await say(['Hello']);
    const opens = streams.history.map(({ body }) => JSON.parse(body).open?.ts ?? null);
    expect(opens.slice(0, 2)).toEqual([null, null]);
    expect(opens.at(-1)).toMatch(/^\d+\.\d+$/);
    expect(await streams.list()).toEqual([]);
  });

  it('keeps the memory of an answer it could not show', async () => {
    const { streams, say } = setup([{ kind: 'refused', code: 'not_in_channel' }]);
    await say(['Hello']);
    expect(await streams.list()).toHaveLength(1);
  });

  it('ends as suspended when the turn waits for a person', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    answer.push({ kind: 'text', delta: 'May I?' });
    await timers.run(answer.end({ kind: 'paused' }));
    expect(slack.calls.at(-1)).toMatchObject({ method: 'chat.stopStream', args: { session_status: 'suspended' } });
  });

  it('says that an answer was interrupted', async () => {
    const { slack, open, timers } = setup();
    const answer = open();
    answer.push({ kind: 'text', delta: 'Half' });
    await timers.pass(500);
    await timers.run(answer.end({ kind: 'interrupted' }));
    expect(slack.text()).toContain('Half\n\n_This answer was interrupted.');
  });

  it('writes an answer of 10,000 tokens in at most 40 appends', async () => {
    const { slack, say } = setup();
    await say(
      Array.from({ length: 10_000 }, () => 'word '),
      12,
    );
    expect(slack.text()).toBe('word '.repeat(10_000));
    expect(methodsOf(slack).filter((method) => method === 'chat.appendStream').length).toBeLessThanOrEqual(40);
  });

  it('shows 50 answers at once within the budget of a workspace, every character of them', async () => {
    const { slack, open, timers } = setup();
    const answers = Array.from({ length: 50 }, (_, n) => ({ answer: open(`turn-${n}`), text: `<${n}>` }));
    for (let round = 0; round < 20; round += 1) {
      for (const { answer, text } of answers) answer.push({ kind: 'text', delta: text });
      await timers.pass(1_000);
    }
    await timers.run(Promise.all(answers.map(({ answer }) => answer.end({ kind: 'finished' }))));
    await timers.run(Promise.all(answers.map(({ answer }) => answer.done)));
    const shown = slack.text();
    for (let n = 0; n < 50; n += 1) expect(shown.split(`<${n}>`)).toHaveLength(21);
    const busiest = (...names: readonly string[]): number => {
      const times = slack.calls.filter(({ method }) => names.includes(method)).map(({ at }) => at);
      return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
    };
    expect(busiest('chat.appendStream')).toBeLessThanOrEqual(100);
    expect(busiest('chat.startStream', 'chat.stopStream')).toBeLessThanOrEqual(20);
  });

  it('shows every character once, whatever is said and whatever goes wrong', async () => {
    const fault = fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      fc.constantFrom<Fault>(
        { kind: 'lost-before' },
        { kind: 'lost-after' },
        { kind: 'limited', seconds: 3 },
        { kind: 'refused', code: 'message_not_in_streaming_state' },
        { kind: 'refused', code: 'msg_too_long' },
        { kind: 'refused', code: 'internal_error' },
        { kind: 'refused', code: 'missing_recipient_user_id' },
      ),
    );
    const delta = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀'), maxLength: 400 }),
      fc.constant('x '.repeat(2_500)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(delta, { maxLength: 12 }),
        fc.array(fault, { maxLength: 12 }),
        fc.constantFrom(20, 700, 90_000),
        async (texts, faults, gapMs) => {
          const { slack, say, streams } = setup(faults);
          await say(texts, gapMs);
          const whole = texts.join('');
          const given = (await streams.list()).length > 0;
          // What was given up is shown from the log later; what stands is a beginning of it.
          expect(given ? whole.slice(0, slack.text().length) : whole).toBe(slack.text());
        },
      ),
      { numRuns: 80 },
    );
  });
});
