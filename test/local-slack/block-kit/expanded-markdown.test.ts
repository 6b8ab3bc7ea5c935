import { expect, test } from 'vitest';
import { expandedBlockCount } from '../../../src/local-slack/server/block-kit/expanded-markdown.ts';

test.each([
  ['plain text is one block', 'a\n\nb\n- c', 1],
  ['a heading is a block of its own', '# a', 1],
  ['text after a heading is a block of its own', '# a\nb', 2],
  ['a rule is a block of its own and parts the text', 'a\n\n---\n\nb', 3],
  ['a heading inside a code fence is code', '```\n# a\n---\n```', 1],
  ['a hash without a space is no heading', '#a\n#b', 1],
  ['a list item of dashes is no rule', '- - a', 1],
  ['blank lines are nothing', '# a\n\n\n# b\n\n', 2],
])('%s', (_fact, markdown, count) => {
  expect(expandedBlockCount(markdown)).toBe(count);
});
