import { describe, expect, test } from 'vitest';
import { choosePersona } from '../../src/conversation/choose-persona.ts';

const roster = { names: new Set(['billing', 'legal']), byChannel: new Map([['C0BILL', 'billing']]) };
const place = (channel: string) => ({ team: 'T1', enterprise: null, channel });
const fresh = { persona: undefined };

describe('which agent answers', () => {
  test.each([
    ['the one that is asked for by name', 'as legal: is this fine?', fresh, 'C0BILL', 'legal', 'is this fine?'],
    ['by name in any case and with a comma', 'As Billing, refund it', fresh, 'C0X', 'billing', 'refund it'],
    ['the one that answered here before', 'go on', { persona: 'legal' }, 'C0BILL', 'legal', 'go on'],
    ['the default one if it answered here before', 'go on', { persona: null }, 'C0BILL', null, 'go on'],
    ["the channel's", 'hello', fresh, 'C0BILL', 'billing', 'hello'],
    ['the default one elsewhere', 'hello', fresh, 'C0X', null, 'hello'],
    ['a name nobody has is just words', 'as usual: late', fresh, 'C0X', null, 'as usual: late'],
  ])('%s', (_, text, now, channel, persona, rest) => {
    expect(choosePersona(roster, text, now, place(channel))).toEqual({ persona, text: rest });
  });
});
