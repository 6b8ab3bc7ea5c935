import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedLength } from '../../../src/local-slack/server/block-kit/counted-length.ts';

describe('the length Slack counts', () => {
  test.each([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
  ])('%s counts as the entity it becomes', (character, entity) => {
    expect(countedLength(character)).toBe(entity.length);
  });

  test('an entity that is written out counts as it stands', () => {
    expect(countedLength('&amp;&lt;&gt;')).toBe('&amp;&lt;&gt;'.length);
  });

  test('an ampersand before anything else becomes an entity', () => {
    expect(countedLength('&nbsp;')).toBe('&amp;nbsp;'.length);
  });

  test('an emoji outside the basic plane counts once', () => {
    expect(countedLength('🙂')).toBe(1);
  });

  test('half a surrogate pair counts once', () => {
    expect(countedLength('\ud83d')).toBe(1);
  });

  test.each(['<@U1>', '<!here>', '<#C1|general>', '<https://a.b|label>', '<mailto:a@b.c>'])(
    'the control sequence %s counts as it stands in mrkdwn',
    (sequence) => {
      expect(countedLength(sequence, 'mrkdwn')).toBe(sequence.length);
    },
  );

  test('a control sequence is nothing special in plain text', () => {
    expect(countedLength('<@U1>')).toBe('&lt;@U1&gt;'.length);
  });

  test('angle brackets around anything else are escaped in mrkdwn too', () => {
    expect(countedLength('<b>', 'mrkdwn')).toBe('&lt;b&gt;'.length);
  });

  test('escaping first and counting then gives the same', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '<', '>', '🙂'), maxLength: 20 });
    fc.assert(
      fc.property(text, (raw) => {
        const escaped = raw.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        expect(countedLength(raw)).toBe(countedLength(escaped));
      }),
    );
  });
});
