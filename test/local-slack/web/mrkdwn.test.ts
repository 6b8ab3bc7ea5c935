import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPageModule } from './support/page-module.ts';

type Span = { readonly kind: string; readonly text?: string; readonly spans?: readonly Span[] };

const { mrkdwnSpans } = await loadPageModule<{ mrkdwnSpans: (text: string) => readonly Span[] }>(
  'render/mrkdwn-spans.js',
);

/** The letters without their marks. */
function lettersOf(spans: readonly Span[]): string {
  return spans.map((span) => span.text ?? lettersOf(span.spans ?? [])).join('');
}

describe('mrkdwn', () => {
  it('marks stand at the edges of words', () => {
    expect(mrkdwnSpans('a *b* _c_ ~d~')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'bold', spans: [{ kind: 'text', text: 'b' }] },
      { kind: 'text', text: ' ' },
      { kind: 'italic', spans: [{ kind: 'text', text: 'c' }] },
      { kind: 'text', text: ' ' },
      { kind: 'strike', spans: [{ kind: 'text', text: 'd' }] },
    ]);
  });

  it.each(['2 * 3 * 4', 'snake_case_name', '* not bold*', '**', 'a*b*c'])('%s has no marks', (text) => {
    expect(mrkdwnSpans(text)).toEqual([{ kind: 'text', text }]);
  });

  it('code takes its text as it is, entities unescaped', () => {
    expect(mrkdwnSpans('`*a* &lt;b&gt;`')).toEqual([{ kind: 'code', text: '*a* <b>' }]);
  });

  it.each([
    ['<@U0ALICE>', { kind: 'person', id: 'U0ALICE' }],
    ['<#C0GENERAL|general>', { kind: 'channel', id: 'C0GENERAL' }],
    ['<!subteam^S0ONCALL>', { kind: 'group', id: 'S0ONCALL' }],
    ['<!here>', { kind: 'broadcast', range: 'here' }],
    ['<!date^0^{date}|yesterday>', { kind: 'text', text: 'yesterday' }],
    [
      '<https://a.example|A &amp; B>',
      { kind: 'link', url: 'https://a.example', spans: [{ kind: 'text', text: 'A & B' }] },
    ],
    [
      '<mailto:a@b.example>',
      { kind: 'link', url: 'mailto:a@b.example', spans: [{ kind: 'text', text: 'a@b.example' }] },
    ],
  ])('%s is what it stands for', (text, span) => {
    expect(mrkdwnSpans(text)).toEqual([span]);
  });

  it('an escaped mention stays text', () => {
    expect(mrkdwnSpans('&lt;@U0ALICE&gt;')).toEqual([{ kind: 'text', text: '<@U0ALICE>' }]);
  });

  it('no letter is lost, whatever the marks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '*', '_', '`', '~'), maxLength: 24 });
    fc.assert(
      fc.property(text, (given) => {
        expect(lettersOf(mrkdwnSpans(given)).replace(/[*_`~]/g, '')).toBe(given.replace(/[*_`~]/g, ''));
      }),
    );
  });
});
