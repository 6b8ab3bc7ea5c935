import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wait } from '../../../src/slack/web/timers.ts';
import { answersInSlack } from '../../support/slack/answers-in-slack.ts';

/** What streams are known to meet, as the workspace can be told to do it. */
const FAULTS = [
  'drop-before',
  'drop-after-accept',
  'http:500',
  'http:503',
  'html',
  'garbage',
  'ratelimit:3',
  'ratelimit:',
  'error:rate_limited',
  'error:internal_error',
  'error:fatal_error',
  'error:message_not_in_streaming_state',
  'error:msg_too_long',
  'error:streaming_state_conflict',
  'error:missing_recipient_user_id',
  'error:user_not_found',
  'error:invalid_chunks',
  'slow:20',
] as const;
const METHODS = [
  'chat.startStream',
  'chat.appendStream',
  'chat.stopStream',
  'chat.postMessage',
  'chat.update',
] as const;
/** Ten minutes pass in a second. */
const TIMES = 600;
const RUNS = 40;
/** A busy machine takes its time. */
const PATIENCE_MS = 180_000;
const LARGEST = 200_000;
/** Pauses are made between the first deltas only, or a long text would take for ever. */
const PAUSES = 5;

/** Pieces of what models write; every one that is longer than a character is also cut inside by the delta sizes. */
const piece = fc.constantFrom(
  'word ',
  'a',
  '\n',
  '\n\n',
  '**bold** ',
  '_it_ ',
  '`code` ',
  '# Title\n',
  '- item\n',
  '| a | b |\n',
  '\n```ts\nlet a = 1;\n```\n',
  '\n```\n',
  '😀',
  '👨‍👩‍👧‍👦',
  'e\u0301',
  '🇫🇷',
  '\u0300\u0301\u0302',
  '& ',
  '> quote\n',
  '漢字',
  '\u202eabc\u202c',
  '  ',
);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 20 }), fc.integer({ min: 10_000, max: LARGEST }))
      .map(([pieces, size]) => repeated(pieces.join(''), size)),
  },
);
/** What once went wrong: a message that cannot begin, and a second part that begins as the note of an interruption does. */
const EXAMPLES: [string, number[], { method: (typeof METHODS)[number]; kind: (typeof FAULTS)[number] }[], number][] = [
  ['\n', [1], [{ method: 'chat.startStream', kind: 'error:msg_too_long' }], 0],
  [
    '_it_ '.repeat(2_000),
    [500],
    [
      { method: 'chat.update', kind: 'error:msg_too_long' },
      { method: 'chat.stopStream', kind: 'drop-before' },
    ],
    0,
  ],
];
const fault = fc.record({ method: fc.constantFrom(...METHODS), kind: fc.constantFrom(...FAULTS) });

it('people see a model’s text byte for byte, whatever it says and whatever becomes of its stream', {
  timeout: PATIENCE_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 }),
      fc.array(fault, { maxLength: 6 }),
      fc.constantFrom(0, 400, 20_000),
      async (whole, sizes, faults, pauseMs) => {
        const slack = await answersInSlack({ times: TIMES });
        const { open, replies, finish } = await slack.thread();
        for (const each of faults) await slack.control.fault({ ...each, times: 1 });
        const answer = open();
        for (const [n, delta] of cut(whole, sizes).entries()) {
          answer.push({ kind: 'text', delta });
          if (n < PAUSES && pauseMs > 0) await wait(slack.timers, pauseMs);
        }
        await answer.end({ kind: 'finished' });
        await answer.done;
        // What was given up is remembered, and shown from the log.
        const givenUp = (await slack.streams.list()).length > 0;
        if (givenUp) await finish(whole);
        const shown = (await replies()).map(({ text: part }) => part);
        await slack.close();
        const upTo = shownUpTo(whole, shown);
        const rest = upTo === null ? null : whole.slice(upTo);
        // Slack takes no message of blanks: where only those were left, nothing follows.
        expect(givenUp ? rest?.trim() : rest).toBe('');
      },
    ),
    { numRuns: RUNS, examples: [...EXAMPLES] },
  );
});

function repeated(pattern: string, size: number): string {
  const times = Math.ceil(size / pattern.length);
  return pattern.repeat(times).slice(0, size).toWellFormed();
}

/** The text in deltas of these sizes, over and over. */
function cut(whole: string, sizes: readonly number[]): readonly string[] {
  const deltas: string[] = [];
  let at = 0;
  for (let n = 0; at < whole.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    deltas.push(whole.slice(at, at + size));
    at += size;
  }
  return deltas;
}

/** What opens a code block again at the beginning of a message, and what closes it at the end of the one before. */
const REOPENED = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/;
const CLOSED = /\n(?:`{3,}|~{3,})$/;

/**
 * How far the messages, one after the other, say the text; null when they say anything else. A code block that goes on
 * in the next message is closed and opened again, which is no part of the text.
 */
function shownUpTo(whole: string, parts: readonly string[], at = 0, broken = false): number | null {
  const [part, ...rest] = parts;
  if (part === undefined) return broken ? null : at;
  const opener = broken ? (REOPENED.exec(part)?.[0] ?? null) : '';
  if (opener === null) return null;
  const body = part.slice(opener.length);
  for (const closer of ['', CLOSED.exec(body)?.[0] ?? '']) {
    const said = body.slice(0, body.length - closer.length);
    const upTo = whole.startsWith(said, at) ? shownUpTo(whole, rest, at + said.length, closer !== '') : null;
    if (upTo !== null) return upTo;
  }
  // The text ends inside of a code block: the last message closes it.
  const closer = CLOSED.exec(body)?.[0] ?? '';
  const said = body.slice(0, body.length - closer.length);
  return closer !== '' && rest.length === 0 && whole.startsWith(said, at) ? at + said.length : null;
}
