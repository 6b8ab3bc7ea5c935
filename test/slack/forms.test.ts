import { describe, expect, it } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { policy, treatment } from '../support/conversation.ts';
import { textOfBlocks } from '../support/scenario/shown-text.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const refund = () => aTool('shop.refund', { gated: true });
const ask = '<@U0COUNTER> !call shop.refund {"note":"hi"}\n!step\n!say done';

/** Tools whose arguments may be any object: their form is one box of JSON. */
const free = () => {
  const tool = refund();
  return { ...tool, spec: { ...tool.spec, inputSchema: { type: 'object', additionalProperties: true } } };
};

/** Two characters that are shown as nine. */
const hidden = 'a\u200b';

const toldPrivately = (person: PersonInSlack, root: { readonly ts: string }, text: string) =>
  eventually(`a private “${text}”`, async () =>
    [...(await person.messages(C, root.ts)), ...(await person.messages(C))].find(
      (message) => message.ephemeral === true && JSON.stringify(message).includes(text),
    ),
  );

describe('a form that cannot be opened', () => {
  it.each(
    ['deny', 'edit', 'view_all'].flatMap((action) =>
      ['error:expired_trigger_id', 'error:exchanged_trigger_id', 'error:invalid_trigger_id', 'hang:2500'].map(
        (kind) => [action, kind] as const,
      ),
    ),
  )('on %s, because of %s, is answered with a request to press again', async (action, kind) => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, action);
    await slack.control.fault({ method: 'views.open', times: 1, kind });
    await alice.click(card, action);
    await toldPrivately(alice, root, 'Please click again');
    expect(await alice.views()).toEqual([]);
  });
});

describe('a form in which arguments are changed', () => {
  const sent = async (text: string) => {
    const tool = free();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, ask);
    await alice.click(await cardIn(alice, root, 'edit'), 'edit');
    const modal = await alice.view();
    const answer = await alice.submit(modal.id, { f0: text });
    return { slack, alice, root, tool, answer };
  };

  it.each([
    ['invalid JSON', '{"a":'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a number that is none', '{"a":1e400}'],
    ['a number that would change', '{"a":9007199254740993}'],
    ['smart quotes', '{“a”:1}'],
    ['half a character', '{"a":"\\ud800"}'],
    ['no object', '[1]'],
  ])('says beside the field what is wrong with %s, and records nothing', async (_, text) => {
    const { answer, tool, alice } = await sent(text);
    expect(answer).toMatchObject({ errors: { f0: expect.any(String) } });
    expect((await alice.views()).length).toBe(1);
    expect(tool.runs).toHaveLength(0);
  });

  it.each([
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['blanks at the end of a value', '{"a":"x  "}'],
    ['blanks around everything', '  {"a":1}  '],
  ])('runs %s as it was written', async (_, text) => {
    const { alice, root, tool } = await sent(text);
    await saysIn(alice, root, 'done');
    expect(JSON.stringify(tool.runs[0]?.args)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('is refused with a reason when they are too long for one', async () => {
    const slack = await bot({ tools: [free()] });
    const alice = slack.person('U0ALICE');
    // Each counts as four, as Slack counts it.
    const words = '<'.repeat(25_000);
    const root = await alice.say(
      C,
      `<@U0COUNTER> !call shop.refund {"text":"${words}","more":"${words.slice(0, 50)}"}`,
    );
    await alice.click(await cardIn(alice, root, 'edit'), 'edit');
    await eventually('the reason', async () =>
      textOfBlocks((await alice.view()).view.blocks).includes('too long to be edited'),
    );
  });
});

describe('a form somebody has left open', () => {
  it('holds nobody else up', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    await bob.click(card, 'deny');
    await bob.view();
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it.each(['deny', 'edit', 'view_all'])(
    '%s, until the question has expired, says so when it is sent',
    async (action) => {
      const tool = free();
      const short = { ...policy, otherwise: { ...treatment, expiresAfterMs: 1_200 } };
      const slack = await bot({ tools: [tool], policy: short });
      const alice = slack.person('U0ALICE');
      const root = await alice.say(C, ask);
      await alice.click(await cardIn(alice, root, action), action);
      const modal = await alice.view();
      await saysIn(alice, root, 'Nobody answered in time');
      await alice.submit(modal.id);
      expect(textOfBlocks((await alice.view()).view.blocks)).toContain('Too late');
      expect(tool.runs).toHaveLength(0);
    },
  );

  it.each([
    ['became a guest', { guest: true }, 'Guests cannot decide'],
    ['left the group that decides', { leave: 'S0ONCALL' }, 'not among the people'],
  ])('by a person who %s meanwhile decides nothing', async (_, change, words) => {
    const tool = refund();
    const onCall = { ...policy, otherwise: { ...treatment, approvers: { ...requesterOnly, groups: ['S0ONCALL'] } } };
    const slack = await bot({ tools: [tool], policy: onCall });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, ask);
    await bob.click(await cardIn(alice, root, 'view_all'), 'view_all');
    const modal = await bob.view();
    await slack.control.person('U0BOB', change);
    // The directory forgets when Slack tells it of the change, which is an event of its own.
    await eventually('the refusal', async () => {
      const refusal = await slack.commands.pendingFor({ team: 'T0LOCAL', user: 'U0BOB' });
      return refusal.toDecide.length === 0;
    });
    await bob.submit(modal.id);
    expect(textOfBlocks((await bob.view()).view.blocks)).toContain(words);
    expect(tool.runs).toHaveLength(0);
  });
});

describe('turning a page', () => {
  const big = `<@U0COUNTER> !call shop.refund {"text":"${hidden.repeat(7_000)}END"}\n!step\n!say done`;
  const paged = async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, big);
    await alice.click(await cardIn(alice, root, 'view_all'), 'view_all');
    return { slack, alice, root, modal: await alice.view() };
  };

  it.each(['error:hash_conflict', 'ratelimit:1', 'drop-before', 'error:internal_error'])(
    'shows the page all the same, or says that it did not work, after %s',
    async (kind) => {
      const { slack, alice, root, modal } = await paged();
      await slack.control.fault({ method: 'views.update', times: 1, kind });
      await alice.clickView(modal.id, 'page_on');
      const shown = await eventually('the page or a word about it', async () => {
        const page = textOfBlocks((await alice.view()).view.blocks).includes('Page 2 of');
        const notices = JSON.stringify([...(await alice.messages(C, root.ts)), ...(await alice.messages('U0COUNTER'))]);
        return page ? 'page' : notices.includes('Please try again') ? 'word' : null;
      });
      expect(shown).toBe(kind === 'error:hash_conflict' ? 'page' : 'word');
    },
  );

  it('twice in the same instant turns it once', async () => {
    const { slack, alice, modal } = await paged();
    await Promise.all([alice.clickView(modal.id, 'page_on'), alice.clickView(modal.id, 'page_on')]);
    const updates = async () =>
      (await slack.control.calls()).filter(({ method, error }) => method === 'views.update' && error === undefined);
    await eventually('both to be answered', async () => (await updates()).length === 2);
    expect(textOfBlocks((await alice.view()).view.blocks)).toContain('Page 2 of');
  });
});

describe('a private word', () => {
  it('for somebody who is not in the channel any more comes as a direct message', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool], policy });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    await slack.control.fault({ method: 'chat.postEphemeral', times: 1, kind: 'error:user_not_in_channel' });
    await bob.click(card, 'approve');
    await eventually('the direct message', async () =>
      JSON.stringify(await bob.messages('U0COUNTER')).includes('not among the people'),
    );
    expect(tool.runs).toHaveLength(0);
  });
});
