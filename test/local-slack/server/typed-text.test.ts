import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedText, typedBlocks } from '../../../src/local-slack/server/people/typed-text.ts';
import { firstPeople } from '../../../src/local-slack/server/world/people.ts';

const people = firstPeople('Countersign');
const store = (typed: string) => storedText(typed, people);

describe('typed text', () => {
  it.each([
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['<@U0COUNTER> hi', '<@U0COUNTER> hi'],
    ['@Countersign hi', '<@U0COUNTER> hi'],
    ['(@alice)', '(<@U0ALICE>)'],
    ['@nobody and me@alice', '@nobody and me@alice'],
    [
      '<!here> <#C0GENERAL|general> <https://a.example/?a=1|x>',
      '<!here> <#C0GENERAL|general> <https://a.example/?a=1|x>',
    ],
    ['<script>', '&lt;script&gt;'],
    ['<@nobody>', '&lt;@nobody&gt;'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(store(typed)).toBe(stored);
  });

  it('has angle brackets only around entities', () => {
    const piece = fc.constantFrom('<', '>', '&', 'a', '<@U0BOB>', '@bob', '<@', '|', ' ');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const rest = store(pieces.join('')).replaceAll(/<@U0BOB(\|[^<>]*)?>/g, '');
        expect(rest).not.toMatch(/[<>]/);
      }),
    );
  });

  it('becomes rich text with mentions as elements of their own', () => {
    expect(typedBlocks('hi <@U0BOB> &amp; all', 'b1')).toEqual([
      {
        type: 'rich_text',
        block_id: 'b1',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'hi ' },
              { type: 'user', user_id: 'U0BOB' },
              { type: 'text', text: ' & all' },
            ],
          },
        ],
      },
    ]);
  });
});
