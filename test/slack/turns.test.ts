import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import { threadOnce, withButton } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();

describe('a turn', () => {
  it('ends when its person presses Stop, and nothing more of it is shown', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say before\n!wait 8000\n!say after');
    await threadOnce(alice, root, 'the beginning', (all) => all.some(({ text }) => text.includes('before')));
    await alice.stop(C, root.ts);
    await saysIn(alice, root, 'Stopped by');
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await eventually('the end in the log', async () =>
      (await slack.store.log.read(conversation)).some(({ event }) => event.type === 'turn.stopped'),
    );
    const seen = await alice.messages(C, root.ts);
    expect(seen.slice(1).some(({ text }) => text.includes('after'))).toBe(false);
  });

  it('that waits for a card is cancelled by Stop, and the card says so', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    await cardIn(alice, root, 'approve');
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await slack.commands.stop(conversation, { team: 'T0LOCAL', user: 'U0ALICE' });
    await saysIn(alice, root, 'Cancelled by');
    expect(withButton(await alice.messages(C, root.ts), 'approve')).toBeUndefined();
  });

  it('that failed says so in plain words and is tried again by a button', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !fail SECRET-DETAIL');
    const notice = await cardIn(alice, root, 'retry');
    const [, ...replies] = await alice.messages(C, root.ts);
    expect(JSON.stringify(replies)).not.toContain('SECRET-DETAIL');
    await alice.click(notice, 'retry');
    await saysIn(alice, root, 'Trying again');
  });

  it('closes its stream before it asks', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say I would like to\n!call shop.refund {}');
    await cardIn(alice, root, 'approve');
    const methods = (await slack.control.calls()).map(({ method }) => method);
    expect(methods.indexOf('chat.stopStream')).toBeLessThan(methods.indexOf('chat.postMessage'));
    expect(methods.indexOf('chat.stopStream')).toBeGreaterThan(0);
  });
});
