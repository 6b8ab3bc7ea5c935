import { describe, expect, it } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { policy, treatment } from '../support/conversation.ts';
import { threadOnce, withButton } from '../support/slack/bot-in-slack.ts';
import { anyoneHere, botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const refund = () => aTool('shop.refund', { gated: true });

/** What a person is told and nobody else sees. */
const toldPrivately = (person: PersonInSlack, root: { readonly ts: string }, text: string) =>
  eventually(`a private “${text}”`, async () =>
    (await person.messages(C, root.ts)).find(
      (message) => message.ephemeral === true && JSON.stringify(message).includes(text),
    ),
  );

describe('a press on a card', () => {
  it('by two people is one decision, and the second is told who won', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await Promise.all([alice.click(card, 'approve'), bob.click(card, 'approve')]);
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
    await eventually('a private notice to one of them', async () => {
      const seen = [...(await alice.messages(C, root.ts)), ...(await bob.messages(C, root.ts))];
      return seen.some((message) => message.ephemeral === true && JSON.stringify(message).includes('Already approved'));
    });
  });

  it('delivered twice is handled once', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await slack.control.sockets('duplicate-next');
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it('counts towards a quorum and says how far it is', async () => {
    const two = { ...requesterOnly, channels: ['here'], quorum: 2 };
    const tool = refund();
    const slack = await bot({ tools: [tool], policy: { ...policy, otherwise: { ...treatment, approvers: two } } });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    expect(withButton([card.message], 'edit')).toBeUndefined();
    await alice.click(card, 'approve');
    await toldPrivately(alice, root, '1 of 2');
    await saysIn(alice, root, '1 of 2 have agreed');
    expect(tool.runs).toHaveLength(0);
    await bob.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it.each([
    ['U0GUEST', 'Guests cannot decide'],
    ['U0CAROL', 'could not be checked'],
  ])('by %s is refused with a reason', async (user, text) => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const [alice, other] = [slack.person('U0ALICE'), slack.person(user)];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'approve');
    if (user === 'U0CAROL') await slack.control.fault({ method: 'users.info', times: 5, kind: 'error:internal_error' });
    await other.click(card, 'approve');
    expect(await toldPrivately(other, root, text)).toMatchObject({ ephemeral: true });
    expect(withButton(await alice.messages(C, root.ts), 'approve')?.ts).toBe(card.ts);
    expect(tool.runs).toHaveLength(0);
  });

  it('in a modal opened before somebody else decided is told who did', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'deny');
    await bob.click(card, 'deny');
    const modal = await bob.view();
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    await bob.submit(modal.id, { reason: 'no' });
    expect(JSON.stringify(await bob.view())).toContain('Already approved by');
  });

  it.each(['deny', 'edit', 'view_all'])('on %s opens its modal as the first call to Slack', async (action) => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'edit');
    const before = (await slack.control.calls()).at(-1)?.n ?? 0;
    await bob.click(card, action);
    const calls = await eventually('a modal', async () => {
      const since = await slack.control.calls(before);
      return since.some(({ method }) => method === 'views.open') ? since : null;
    });
    expect(calls.find(({ n }) => n > before)?.method).toBe('views.open');
  });

  it('whose trigger has expired is answered with a request to press again', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'deny');
    await slack.control.fault({ method: 'views.open', times: 1, kind: 'error:expired_trigger_id' });
    await alice.click(card, 'deny');
    await eventually(
      'a private notice',
      async () =>
        JSON.stringify(await alice.messages(C)).includes('Please click again') ||
        JSON.stringify(await alice.messages(C, root.ts)).includes('Please click again'),
    );
  });
});

/** A press as Slack would sign it, of a button that is not there. */
const forged = (value: string, message: { readonly channel: string; readonly ts: string }) => ({
  key: `forged:${value}:${message.ts}`,
  kind: 'action' as const,
  receivedAt: Date.now(),
  body: JSON.stringify({
    type: 'block_actions',
    user: { id: 'U0ALICE', team_id: 'T0LOCAL' },
    team: { id: 'T0LOCAL' },
    channel: { id: message.channel },
    message: { ts: message.ts },
    actions: [{ action_id: 'approve', value, action_ts: '1.0' }],
  }),
});
const idOn = (card: { readonly message: unknown }): string =>
  /"value":"([^"]+)"/.exec(JSON.stringify(card.message))?.[1] ?? '';

describe('a press of a button that was never drawn', () => {
  it('approves nothing on a card that does not show everything', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, `<@U0COUNTER> !call shop.refund {"text":"${'long '.repeat(1_500)}"}`);
    const card = await cardIn(alice, root, 'view_all');
    await slack.store.inbox.store(forged(idOn(card), card));
    await toldPrivately(alice, root, 'Not everything fits');
    expect(tool.runs).toHaveLength(0);
  });

  it('approves nothing from a message that is not the card', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'approve');
    await slack.store.inbox.store(forged(idOn(card), root));
    await toldPrivately(alice, root, 'does not belong to an open question');
    expect(tool.runs).toHaveLength(0);
  });

  it('that names another approval is decided by that approval’s own rules', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const first = await alice.say(C, '<@U0COUNTER> !call shop.refund {"n":1}\n!step\n!say done');
    const second = await alice.say(C, '<@U0COUNTER> !call shop.refund {"n":2}\n!step\n!say done');
    const [card, other] = [await cardIn(alice, first, 'approve'), await cardIn(alice, second, 'approve')];
    await slack.store.inbox.store(forged(idOn(other), card));
    await eventually('a private word', async () =>
      [...(await alice.messages(C, first.ts)), ...(await alice.messages(C, second.ts))].some(
        (message) => message.ephemeral === true && JSON.stringify(message).includes('does not belong to an open'),
      ),
    );
    expect(tool.runs).toHaveLength(0);
    await alice.click(card, 'approve');
    await saysIn(alice, first, 'done');
    expect(tool.runs.map(({ args }) => args)).toEqual([{ n: 1 }]);
  });

  it('of an approval nobody knows is answered, and changes nothing', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say hello');
    await saysIn(alice, root, 'hello');
    await slack.store.inbox.store(forged('no-such-approval', root));
    const told = await eventually('a private notice', async () =>
      (await alice.messages(C)).find((message) => message.ephemeral === true),
    );
    expect(JSON.stringify(told)).toContain('not known any more');
  });
});

describe('typing', () => {
  it.each(['approve', 'yes', '/approve', '✅'])('“%s” decides nothing', async (text) => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'approve');
    await bob.say(C, text, root.ts);
    await bob.say(C, `<@U0COUNTER> !say heard ${text}`);
    await eventually('the bot to have heard it', async () => JSON.stringify(await bob.messages(C)).includes('heard'));
    expect(withButton(await alice.messages(C, root.ts), 'approve')?.ts).toBe(card.ts);
    expect(tool.runs).toHaveLength(0);
  });
});

describe('arguments that do not fit on the card', () => {
  const big = `<@U0COUNTER> !call shop.refund {"text":"${'long '.repeat(1_500)}DANGER"}\n!step\n!say done`;

  it('can only be approved after everything was reachable', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, big);
    const card = await cardIn(alice, root, 'view_all');
    expect(withButton([card.message], 'approve')).toBeUndefined();
    expect(JSON.stringify(card.message)).toContain('DANGER');
    await alice.click(card, 'view_all');
    const modal = await alice.view();
    expect(modal.view.submit?.text).toBe('Approve');
    await alice.submit(modal.id);
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });
});

describe('a card', () => {
  it('is settled without buttons, with who, why and what was changed', async () => {
    const schema = { type: 'object', properties: { amount: { type: 'integer' } } };
    const plain = refund();
    const tool = { ...plain, spec: { ...plain.spec, inputSchema: schema } };
    const slack = await bot({ tools: [tool], policy: anyoneHere });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"amount":100}\n!step\n!say done');
    const card = await cardIn(alice, root, 'edit');
    await alice.click(card, 'edit');
    await alice.submit((await alice.view()).id, { f0: '50' });
    const [settled] = await threadOnce(alice, root, 'the settled card', (all) =>
      all.some((message) => message.ts === card.ts && JSON.stringify(message).includes('It ran.')),
    );
    const text = JSON.stringify(settled);
    expect(text).toContain('with changed arguments');
    expect(text).toMatch(/100.*→.*50/);
    expect(text).not.toContain('action_id');
  });
});
