import { describe, expect, it } from 'vitest';
import { readText } from '../../src/slack/message-text.ts';

const read = (raw: string) => readText(raw, 'U0BOT');

describe('the text of a message', () => {
  it.each([
    ['<@U0BOT> hello', 'hello', true],
    ['hello <@U0BOT|countersign>', 'hello', true],
    ['hello', 'hello', false],
    ['<@U0BOTX> hello', '<@U0BOTX> hello', false],
    ['<@U0BOT>', '', true],
    ['```<@U0BOT> run```', '``` run```', false],
    ['`<@U0BOT>` is my name', '`` is my name', false],
    ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d', false],
    ['&amp;lt;', '&lt;', false],
    ['see <https://a.example/x?b=1&amp;c=2>', 'see https://a.example/x?b=1&c=2', false],
    ['see <http://a.example|a.example>', 'see a.example', false],
    ['see <https://evil.example|your bank>', 'see your bank (https://evil.example)', false],
    ['mail <mailto:a@b.example|a@b.example>', 'mail a@b.example', false],
    ['ask <#C0A|general> and <!here>', 'ask <#C0A|general> and <!here>', false],
  ])('%j reads as %j', (raw, text, mentionsUs) => {
    expect(read(raw)).toEqual({ text, mentionsUs });
  });

  it('is cut with a visible mark beyond what Slack itself allows', () => {
    const { text } = read('x'.repeat(50_000));
    expect(text.length).toBe(40_000);
    expect(text).toContain('the message was longer');
  });
});
