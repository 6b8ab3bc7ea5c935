import { describe, expect, it } from 'vitest';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const refund = () => aTool('shop.refund', { gated: true });
const ask = '<@U0COUNTER> !call shop.refund {}\n!step\n!say done';

const announcements = async (person: PersonInSlack, root: { readonly ts: string }): Promise<number> =>
  (await person.messages(C, root.ts)).filter((message) => JSON.stringify(message).includes('New messages here wait'))
    .length;

describe('a message that waits behind a card', () => {
  it('is announced once, however many follow, and answered after the card', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    await bob.say(C, '<@U0COUNTER> !say heard you', root.ts);
    await eventually('the announcement', async () => (await announcements(bob, root)) === 1);
    await bob.say(C, '<@U0COUNTER> !say heard you too', root.ts);
    await eventually('nothing to be owed', async () => (await slack.store.outbox.depth()).items === 0);
    expect(await announcements(bob, root)).toBe(1);
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'heard you too');
    expect(await announcements(bob, root)).toBe(1);
  });

  it('that came before the card is announced with it', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !say one moment\n!wait 500\n!call shop.refund {}');
    await saysIn(alice, root, 'one moment');
    await bob.say(C, '<@U0COUNTER> !say heard you', root.ts);
    await cardIn(alice, root, 'approve');
    await eventually('the announcement', async () => (await announcements(bob, root)) === 1);
  });

  it('is not announced where it takes the place of the card, or speaks to nobody', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, ask);
    await cardIn(alice, root, 'approve');
    await bob.say(C, 'I would not do that', root.ts);
    await alice.say(C, '!say instead', root.ts);
    await saysIn(alice, root, 'instead');
    expect(await announcements(bob, root)).toBe(0);
  });
});
