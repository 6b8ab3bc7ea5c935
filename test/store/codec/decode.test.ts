import { describe, expect, it } from 'vitest';
import { decodeEvent, makeDecodeEvent } from '../../../src/store/codec/decode.ts';
import { encodeEvent } from '../../../src/store/codec/encode.ts';
import type { Upcasts } from '../../../src/store/codec/upcasts.ts';
import { asked, message } from '../../support/store-events.ts';

const place = { conversation: 'c1', seq: 7 };
const stored = encodeEvent(message('hello'));

describe('reading a stored event', () => {
  it.each([
    ['no JSON', 'hello'],
    ['half of it', stored.body.slice(0, -1)],
    ['null', 'null'],
    ['a list', '[]'],
    ['a field too few', '{"type":"message.received","messageId":"m"}'],
    ['a field too many', stored.body.replace('{', '{"admin":true,')],
    ['another type inside', stored.body.replace('message.received', 'taint.cleared')],
    ['a number for a text', stored.body.replace('"hello"', '1')],
    ['a prototype as a field', stored.body.replace('{', '{"__proto__":{"x":1},')],
  ])('refuses a body that is %s', (_, body) => {
    expect(() => decodeEvent({ ...stored, body }, place)).toThrow(
      expect.objectContaining({ code: 'event-malformed', message: expect.stringContaining('event 7 of "c1"') }),
    );
  });

  it.each([
    ['has another form', stored.body.replace('"hello"', '{"token":"xoxb-secret"}')],
    ['is no JSON', 'xoxb-secret'],
  ])('does not quote a body that %s', (_, body) => {
    let thrown: unknown;
    try {
      decodeEvent({ ...stored, body }, place);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    const { cause, message: text } = thrown instanceof Error ? thrown : new Error('nothing was thrown');
    expect(`${text} ${JSON.stringify(cause)} ${String(cause)}`).not.toContain('xoxb-secret');
  });

  it.each([
    ['a type nobody knows', { ...stored, type: 'message.forged' }],
    ['a type named like a prototype member', { ...stored, type: 'constructor' }],
    ['a version of newer code', { ...stored, version: 2 }],
    ['version 0', { ...stored, version: 0 }],
    ['half a version', { ...stored, version: 0.5 }],
  ])('refuses %s', (_, row) => {
    expect(() => decodeEvent(row, place)).toThrow(expect.objectContaining({ code: 'event-unknown' }));
  });

  it('refuses a capability it does not know', () => {
    const { body, ...rest } = encodeEvent(asked('a1'));
    const forged = body.replaceAll('"mutate-external"', '"root"');
    expect(() => decodeEvent({ ...rest, body: forged }, place)).toThrow(
      expect.objectContaining({ code: 'event-malformed' }),
    );
  });
});

describe('reading an event of an older version', () => {
  // As if messages had had no `persona` in version 1 and had called their text `words` in version 2.
  const steps: Upcasts = new Map([
    ['message.received', [(body) => ({ ...body, persona: null }), ({ words, ...body }) => ({ ...body, text: words })]],
  ]);
  const decode = makeDecodeEvent(steps);
  const fields = { type: 'message.received', messageId: 'm', author: { team: 'T', user: 'U' }, addressed: true };
  const expected = { ...fields, text: 'hi', persona: null };

  it.each([
    [1, { ...fields, words: 'hi' }],
    [2, { ...fields, words: 'hi', persona: null }],
    [3, { ...fields, text: 'hi', persona: null }],
  ])('lifts version %i to the current form', (version, body) => {
    expect(decode({ type: 'message.received', version, body: JSON.stringify(body) }, place)).toEqual(expected);
  });

  it('refuses a body that does not fit after it was lifted', () => {
    const row = { type: 'message.received', version: 2, body: JSON.stringify({ ...fields, persona: null }) };
    expect(() => decode(row, place)).toThrow(expect.objectContaining({ code: 'event-malformed' }));
  });

  it('refuses a body that cannot be lifted because it is no object', () => {
    const row = { type: 'message.received', version: 1, body: '"hi"' };
    expect(() => decode(row, place)).toThrow(expect.objectContaining({ code: 'event-malformed' }));
  });
});
