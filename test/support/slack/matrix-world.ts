import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { policy, treatment } from '../conversation.ts';
import { textOfBlocks } from '../scenario/shown-text.ts';
import { aTool } from '../turn/tools.ts';
import { botInSlack, withButton } from './bot-in-slack.ts';
import { callInDoubt } from './call-in-doubt.ts';
import { C } from './in-slack.ts';
import { type ButtonId, buttons, people, type State, type Who } from './matrix-table.ts';
import { overHttp } from './over-http.ts';
import { eventually } from './people.ts';

/** A card or a question, and what its buttons carry. */
export interface Target {
  readonly ts: string;
  readonly value: string;
}

const EXPIRES_SOON_MS = 700;
/** The workspace lets the others press nothing, and shows them no forms. */
const mayPress = (user: string): boolean => user !== people.bot && user !== people.deactivated;

/** A bot over HTTP, in which a test can press any button of any card as anybody, as a client would that shows an old card. */
export async function matrixWorld() {
  const http = await overHttp();
  const schema = { type: 'object', properties: { order: { type: 'integer' } } };
  const refund = aTool('shop.refund', { gated: true, cacheable: true, effect: 'idempotent' });
  const approvers = { ...requesterOnly, users: [people.approver] };
  const slack = await botInSlack({
    ...http.options,
    pace: 'unlimited',
    tools: [
      { ...refund, spec: { ...refund.spec, inputSchema: schema } },
      aTool('shop.quick', { gated: true }),
      aTool('shop.once', {}),
    ],
    policy: {
      ...policy,
      rules: [
        { tools: ['shop.quick'], when: [], treatment: { ...treatment, approvers, expiresAfterMs: EXPIRES_SOON_MS } },
        { tools: ['shop.once'], when: [], treatment: { ...treatment, decision: 'allow' } },
      ],
      otherwise: { ...treatment, approvers },
    },
  });
  const alice = slack.person(people.requester);
  const bob = slack.person(people.approver);
  await slack.control.person(people.stranger, { join: C });

  let lastSeen = 0;
  const messageIn = async (ts: string) => (await alice.messages(C, ts)).slice(1);
  const asked = async (text: string, action: string): Promise<Target & { readonly root: string }> => {
    const root = await alice.say(C, `<@U0COUNTER> ${text}`);
    const card = await eventually(`a card with ${action}`, async () => withButton(await messageIn(root.ts), action));
    const value = /"value":"([^"]+)"/.exec(JSON.stringify(card))?.[1] ?? '';
    return { ts: card.ts, value, root: root.ts };
  };
  const ask = () => asked('!call shop.refund {"order":1}', 'approve');
  const says = (root: string, text: string) =>
    eventually(`“${text}”`, async () => JSON.stringify(await messageIn(root)).includes(text));

  /** A call that was started by a process that is gone. */
  const inDoubt = async (): Promise<Target> => {
    const root = await alice.say(C, 'a thread of its own');
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await slack.store.log.append(
      conversation,
      callInDoubt({ name: root.ts, toolName: 'shop.once', argsJson: '{}', user: people.requester }),
      { after: 0, wake: 'now' },
    );
    const card = await eventually('the question', async () => withButton(await messageIn(root.ts), 'outcome_ran'));
    return { ts: card.ts, value: /"value":"([^"]+)"/.exec(JSON.stringify(card))?.[1] ?? '' };
  };

  const make: Readonly<Record<State, () => Promise<Target>>> = {
    pending: ask,
    async approved() {
      const target = await ask();
      await bob.click({ channel: C, ts: target.ts }, 'approve');
      await says(target.root, 'It ran.');
      return target;
    },
    async denied() {
      const target = await ask();
      await bob.click({ channel: C, ts: target.ts }, 'deny');
      await bob.submit((await bob.view()).id, {});
      await says(target.root, 'Denied by');
      return target;
    },
    async expired() {
      const target = await asked('!call shop.quick {}', 'approve');
      await says(target.root, 'Nobody answered in time');
      return target;
    },
    async superseded() {
      const target = await ask();
      await alice.say(C, '!say instead', target.root);
      await says(target.root, 'Withdrawn');
      return target;
    },
    async cancelled() {
      const target = await ask();
      const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: target.root });
      await slack.commands.stop(conversation, { team: 'T0LOCAL', user: people.requester });
      await says(target.root, 'Cancelled by');
      return target;
    },
    'outcome unknown': inDoubt,
    async 'outcome answered'() {
      const target = await inDoubt();
      await alice.click({ channel: C, ts: target.ts }, 'outcome_give_up');
      await eventually('the answer', async () => (await cardHeading(target)).includes('Answered'));
      return target;
    },
  };

  const cardHeading = async ({ ts }: Target): Promise<string> => {
    return headingIn(await api('conversations.replies', { channel: C, ts }), ts);
  };

  const api = async (method: string, args: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await fetch(`${slack.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-local' },
      body: new URLSearchParams(args),
    });
    return await response.json();
  };

  /** The card as a client shows it that has not heard of any change: with every button there is. */
  const showEveryButton = async ({ ts, value }: Target): Promise<void> => {
    const elements = buttons.map((id) => ({
      type: 'button',
      action_id: id,
      value,
      text: { type: 'plain_text', text: id },
    }));
    const blocks = JSON.stringify([{ type: 'actions', elements }]);
    await api('chat.update', { channel: C, ts, text: 'an old card', blocks });
  };

  return {
    slack,
    make: (state: State) => make[state](),
    cardHeading,
    async press(who: Who, target: Target, button: ButtonId): Promise<void> {
      const { ts, value } = target;
      if (mayPress(people[who])) {
        const click = async (): Promise<boolean> =>
          (await slack.person(people[who]).click({ channel: C, ts }, button)).ok;
        // The bot may draw the card anew in between.
        await eventually('the button', async () => (await click()) || (await showEveryButton(target).then(click)));
        return;
      }
      // What Slack would sign is sent all the same.
      await http.interact({
        type: 'block_actions',
        user: { id: people[who], team_id: 'T0LOCAL' },
        team: { id: 'T0LOCAL' },
        trigger_id: 'none',
        channel: { id: C },
        message: { ts },
        actions: [{ action_id: button, value, action_ts: String(Math.random()) }],
      });
    },
    async formsOf(who: Who): Promise<readonly string[]> {
      if (!mayPress(people[who])) return [];
      return (await slack.person(people[who]).views()).map(({ view }) => textOfBlocks(view.blocks));
    },
    async closeForms(): Promise<void> {
      for (const user of Object.values(people).filter(mayPress)) {
        for (const { id } of (await slack.person(user).views()).toReversed()) {
          await fetch(`${slack.url}/people/${user}/views/${id}/close`, { method: 'POST', body: '{}' });
        }
      }
    },
    /** Private words among the calls after this one. */
    async toldSince(n: number): Promise<readonly { readonly user: unknown; readonly text: string }[]> {
      const said = (await slack.control.calls(n)).filter(({ method }) => method === 'chat.postEphemeral');
      return said.map(({ args }) => ({ user: args['user'], text: String(args['text']) }));
    },
    async lastCall(): Promise<number> {
      lastSeen = (await slack.control.calls(lastSeen)).at(-1)?.n ?? lastSeen;
      return lastSeen;
    },
    isIdle: async (): Promise<boolean> =>
      (await slack.store.inbox.pending(1)).length === 0 && (await slack.store.outbox.depth()).items === 0,
  };
}

export type MatrixWorld = Awaited<ReturnType<typeof matrixWorld>>;

function headingIn(listing: unknown, ts: string): string {
  const text = JSON.stringify(listing);
  const from = text.indexOf(`"ts":"${ts}"`);
  return /"type":"header","text":\{[^}]*"text":"([^"]+)"/.exec(text.slice(Math.max(0, from - 200)))?.[1] ?? '';
}
