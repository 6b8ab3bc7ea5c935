import { describe, expect, it } from 'vitest';
import { botsPerTest, C, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();

describe('a new conversation', () => {
  it('has the beginning of its question as its title', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, `<@U0COUNTER> What about \u202eorder 1042? ${'very '.repeat(60)}\n!say this`);
    await saysIn(alice, root, 'this');
    const title = await eventually('the title', async () =>
      (await slack.control.calls()).find(
        ({ method, args }) => method === 'agents.sessions.setStatus' && args['title'] !== undefined,
      ),
    );
    expect(String(title.args['title'])).toMatch(/^What about \\u\{202e\}order 1042\?/);
    expect(String(title.args['title']).length).toBeLessThanOrEqual(80);
    await alice.say(C, '!say more', root.ts);
    await saysIn(alice, root, 'more');
    const titles = (await slack.control.calls()).filter(({ args }) => args['title'] !== undefined);
    expect(titles).toHaveLength(1);
  });

  it('is answered though its title is refused', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    await slack.control.fault({ method: 'agents.sessions.setStatus', times: 9, kind: 'error:feature_not_enabled' });
    const root = await alice.say(C, '<@U0COUNTER> !say all the same');
    expect(await saysIn(alice, root, 'all the same')).toHaveLength(1);
  });
});

describe('a finished answer', () => {
  const rated = async (value: 'good' | 'bad') => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say the answer');
    const [answer] = await eventually('the buttons', async () => {
      const seen = await saysIn(alice, root, 'feedback_buttons');
      return seen.length === 1 ? seen : null;
    });
    const pressed = JSON.stringify(answer).match(new RegExp(`"value":"(${value} [^"]+)"`))?.[1];
    await alice.click({ channel: C, ts: answer?.ts ?? '' }, 'rate', pressed);
    return { slack, alice, root };
  };

  it.each(['good', 'bad'] as const)('can be called %s, which is logged and thanked for', async (value) => {
    const { slack, alice, root } = await rated(value);
    await eventually('the thanks', async () =>
      JSON.stringify([...(await alice.messages(C)), ...(await alice.messages(C, root.ts))]).includes('Thank you.'),
    );
    const line = slack.logged.find(({ message }) => message === 'an answer was rated');
    expect(line?.fields).toEqual({ conversation: `T0LOCAL:${C}:${root.ts}`, outcome: value });
  });

  it('that was stopped, or only names tools, has no buttons to judge it by', async () => {
    const slack = await bot({ tools: [aTool('shop.look')] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say before\n!wait 60000');
    await saysIn(alice, root, 'before');
    await alice.stop(C, root.ts);
    const seen = await saysIn(alice, root, 'Stopped by');
    expect(JSON.stringify(seen)).not.toContain('feedback_buttons');
  });
});
