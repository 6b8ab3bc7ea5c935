import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateChunks, validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { accepted } from './fixtures.ts';

/** Random JSON seldom gets past the first key, so real payloads with one part replaced are tried as well. */
const realPayloads = ['blocks', 'view', 'message', 'chunk'].flatMap((kind) =>
  accepted(kind).map(({ payload }) => payload),
);

const damaged = fc
  .tuple(fc.constantFrom(...realPayloads), fc.nat(), fc.jsonValue({ maxDepth: 3 }))
  .map(([payload, position, part]) => replacePart(payload, position, part));

/** Replaces the part at this position, counting the parts of the payload from the inside out. */
function replacePart(payload: unknown, position: number, part: unknown): unknown {
  const text = JSON.stringify(payload);
  let parts = 0;
  JSON.parse(text, (_key, value: unknown) => {
    parts += 1;
    return value;
  });
  let left = position % parts;
  return JSON.parse(text, (_key, value: unknown) => (left-- === 0 ? part : value));
}

function judgeAsEverything(value: unknown): readonly string[] {
  return [
    validateMessage({ blocks: value }),
    validateMessage({ text: value, blocks: value, attachments: value, metadata: value, markdown_text: value }),
    validateMessage({ attachments: [{ blocks: value }] }),
    validateMessage({ text: 't', metadata: value }, 'update'),
    validateView(value),
    validateChunks(value),
    validateChunks([value]),
  ].map(({ kind }) => kind);
}

const VERDICTS = /^(?:ok|refused)(?:,(?:ok|refused)){6}$/;

describe('the validator', () => {
  test('has a verdict on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(judgeAsEverything(value).join()).toMatch(VERDICTS);
      }),
    );
  });

  test('has a verdict on real payloads with a part replaced', () => {
    fc.assert(
      fc.property(damaged, (value) => {
        expect(judgeAsEverything(value).join()).toMatch(VERDICTS);
      }),
      { numRuns: 500 },
    );
  });

  test('has a verdict on JSON nested ten thousand deep', () => {
    const deep: unknown = JSON.parse(`${'{"elements":['.repeat(10_000)}1${']}'.repeat(10_000)}`);
    expect(judgeAsEverything([deep]).join()).toMatch(VERDICTS);
  });

  test('has a verdict on a string of a million characters', () => {
    expect(
      validateMessage({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '<@'.repeat(500_000) } }] }).kind,
    ).toBe('refused');
  });
});
