import { describe, expect, it } from 'vitest';
import { makeInstallStates, STATE_LIFE_MS } from '../../../src/slack/install/install-state.ts';
import { sealingKeysNamed } from '../../support/slack/installable-bot.ts';

const keys = sealingKeysNamed('k1');

function states(options: { readonly keys?: typeof keys } = {}) {
  let now = 1_000_000;
  const spent = new Set<string>();
  const made = makeInstallStates({
    keys: options.keys ?? keys,
    installations: { spend: async (ticket) => spent.size < spent.add(ticket).size },
    now: () => now,
  });
  return {
    ...made,
    spent,
    pass(ms: number) {
      now += ms;
    },
  };
}

describe('a state', () => {
  it('is good once, in the browser it was made for', async () => {
    const { issue, redeem } = states();
    const state = issue('browser');
    expect([await redeem(state, 'browser'), await redeem(state, 'browser')]).toEqual(['good', 'used']);
  });

  it.each(['other', '', null])('is wrong in the browser %j', async (browser) => {
    const { issue, redeem, spent } = states();
    expect(await redeem(issue('browser'), browser)).toBe('wrong');
    expect(spent.size).toBe(0);
  });

  it('has expired after ten minutes', async () => {
    const { issue, redeem, pass } = states();
    const state = issue('browser');
    pass(STATE_LIFE_MS - 1);
    expect(await redeem(state, 'browser')).toBe('good');
    const late = issue('browser');
    pass(STATE_LIFE_MS);
    expect(await redeem(late, 'browser')).toBe('expired');
  });

  it('cannot be given a longer life', async () => {
    const { issue, redeem } = states();
    const [nonce, expiresAt, mac] = issue('browser').split('.');
    expect(await redeem(`${nonce}.${Number(expiresAt) + 1}.${mac}`, 'browser')).toBe('wrong');
  });

  it('is wrong when another installation of the bot made it', async () => {
    const { issue } = states({ keys: sealingKeysNamed('k1') });
    expect(await states().redeem(issue('browser'), 'browser')).toBe('wrong');
  });

  it('is good under a key that only opens', async () => {
    const next = sealingKeysNamed('k2');
    const both = { current: next.current, all: new Map([...next.all, ...keys.all]) };
    expect(await states({ keys: both }).redeem(states().issue('browser'), 'browser')).toBe('good');
  });

  it.each(['', '..', 'a.b.c', 'a.1.c.d', '%00'])('“%s” is wrong', async (text) => {
    expect(await states().redeem(text, 'browser')).toBe('wrong');
  });
});
