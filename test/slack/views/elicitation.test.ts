import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, readArguments } from '../../../src/domain/canonical-json.ts';
import type { AskedElicitation } from '../../../src/domain/elicitation.ts';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { elicitationCard } from '../../../src/slack/views/elicitation-card.ts';
import { elicitationForm, proposedContent } from '../../../src/slack/views/elicitation-form.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { anAnswer, askedWith } from '../../support/elicitations.ts';

const signature = { kid: 'k1', value: 'x' };
const answered = (given: Parameters<typeof anAnswer>[0] = {}): AskedElicitation['status'] => ({
  kind: 'answered',
  signed: { version: 1, answer: anAnswer(given), signature },
});
const textOf = (elicitation: AskedElicitation): string => JSON.stringify(elicitationCard(elicitation));
const actionsOf = (text: string): string[] => [...text.matchAll(/"action_id":"([a-z_]+)"/g)].map(([, id]) => id ?? '');
const formOf = (properties: object) => ({
  kind: 'form' as const,
  schemaJson: canonicalText(read({ type: 'object', properties })),
});

function read(value: object) {
  const reading = readArguments(JSON.stringify(value));
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return reading.value;
}

describe('the card of a server’s question', () => {
  it('says which server asks, in whose words, who gets the answer, and for how long', () => {
    const text = textOf(askedWith());
    expect(text).toContain('The server github asks');
    expect(text).toContain('In its own words: ');
    expect(text).toContain('Your answer goes to the server ');
    expect(text).toContain('Expires ');
    expect(actionsOf(text)).toEqual(['elicit_form', 'elicit_decline']);
  });

  it('says that people of another organisation read along, where they do', () => {
    const words = 'People of another organisation read this thread';
    expect(textOf(askedWith({ sharedWhenAsked: true }))).toContain(words);
    expect(textOf(askedWith({ sharedWhenAsked: false }))).not.toContain(words);
  });

  it('carries nothing but the question’s id in its buttons', () => {
    const values = [...textOf(askedWith()).matchAll(/"value":"([^"]*)"/g)].map(([, value]) => value);
    expect(new Set(values)).toEqual(new Set(['question-1']));
  });

  it.each([['password'], ['api_key'], ['token']])('warns where %s is asked for', (name) => {
    expect(textOf(askedWith({ ask: formOf({ [name]: { type: 'string' } }) }))).toContain('should not ask for secrets');
    expect(textOf(askedWith())).not.toContain('should not ask for secrets');
  });

  it('shows where a page leads, and that its address is in disguise', () => {
    const url = new URL('https://bank.example@evil.example/login').href;
    const text = textOf(askedWith({ ask: { kind: 'link', url } }));
    expect(text).toContain('Open evil.example');
    expect(text).toContain('what stands before the @ is not where it leads');
    expect(actionsOf(text)).toEqual(['elicit_open', 'elicit_visited', 'elicit_decline']);
  });

  it('names who answered and what was given, secrets masked, and has no buttons any more', () => {
    const text = textOf(
      askedWith({}, answered({ contentJson: '{"api_key":"sk-live-0123456789abcdef","label":"bug"}' })),
    );
    expect(text).toContain('Answered by ');
    expect(text).toContain('U0BOB');
    expect(text).toContain('bug');
    expect(text).not.toContain('sk-live-0123456789abcdef');
    expect(actionsOf(text)).toEqual([]);
  });

  it.each<[string, AskedElicitation['status']]>([
    ['Declined by ', answered({ action: 'decline', contentJson: null })],
    ['Nobody answered in time.', { kind: 'closed', because: 'expired' }],
    ['No longer needed: ', { kind: 'closed', because: 'call-over' }],
  ])('says “%s”', (words, status) => {
    const text = textOf(askedWith({}, status));
    expect(text).toContain(words);
    expect(actionsOf(text)).toEqual([]);
  });

  it('is one that Slack takes, whatever a server says', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('<!channel>', '*', '\u202e', '', 'x'.repeat(9_000)),
    );
    fc.assert(
      fc.property(word, word, fc.constantFrom('form', 'link'), (message, name, kind) => {
        const wellFormed = name.toWellFormed();
        const ask =
          kind === 'form'
            ? formOf({ [wellFormed]: { type: 'string', title: wellFormed } })
            : { kind: 'link' as const, url: 'https://a.example/' };
        const card = elicitationCard(askedWith({ message: message.toWellFormed(), ask }));
        expect(validateMessage({ ...card, blocks: [...card.blocks] })).toEqual({ kind: 'ok' });
      }),
      { numRuns: 60 },
    );
  });
});

describe('the form', () => {
  it('is filled in with what the server proposes and is one that Slack takes', () => {
    const { schemaJson } = formOf({
      label: { type: 'string', enum: ['bug', 'idea'] },
      note: { type: 'string', default: 'as proposed' },
      count: { type: 'integer', default: 2 },
      sure: { type: 'boolean' },
    });
    expect(proposedContent(schemaJson)).toBe('{"count":2,"note":"as proposed"}');
    const reading = readArguments(schemaJson);
    const model = describeForm(reading.kind === 'read' ? reading.value : {}, proposedContent(schemaJson));
    if (model.kind === 'refused') throw new Error(model.reason);
    const view = elicitationForm(model, { approvalId: 'question-1', server: 'github', message: 'Which *label*?' });
    expect(validateView(view)).toEqual({ kind: 'ok' });
    expect(view.private_metadata).toBe('question-1');
    expect(JSON.stringify(view)).toContain('as proposed');
  });
});
