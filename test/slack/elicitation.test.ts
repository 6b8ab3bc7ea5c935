import { afterEach, describe, expect, test } from 'vitest';
import { decodeEvent } from '../../src/store/codec/decode.ts';
import { botWithAskingServer } from '../support/slack/asking-server.ts';
import { C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

const form = {
  message: 'Which *label* <https://evil.example|here>?',
  requestedSchema: {
    type: 'object',
    properties: {
      label: { type: 'string', title: 'Label', enum: ['bug', 'idea'] },
      note: { type: 'string', title: 'Note', default: 'as proposed' },
    },
    required: ['label'],
  },
};
const page = {
  mode: 'url',
  elicitationId: 'e1',
  message: 'Sign in first',
  url: 'https://login.example/start?next=%2Fa',
};

type Asking = Awaited<ReturnType<typeof botWithAskingServer>>;
const open: Asking[] = [];
afterEach(async () => {
  for (const bot of open.splice(0)) await bot.close();
});

/** Alice has a tool called whose server asks this; gives the card it asks on. */
async function asked(question: object, button: string) {
  const bot = await botWithAskingServer(question);
  open.push(bot);
  const alice = bot.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !call srv.ask {}\n!step\n!results');
  const card = await cardIn(alice, root, button);
  return { bot, alice, root, card };
}

/** Fills in the form that is open: its select with the option called so, its text box with a note. */
async function fillIn(person: ReturnType<Asking['person']>, label: string, note: string) {
  const { id, view } = await person.view();
  const option = new RegExp(`"text":"${label}"[^}]*\\},"value":"(o\\d+)"`).exec(JSON.stringify(view))?.[1] ?? '';
  return await person.submit(id, { f0: option, f1: note });
}

/** What the log says the server was given. */
async function handedOver({ store }: Asking): Promise<readonly (string | null)[]> {
  const given: (string | null)[] = [];
  for await (const { body, type } of store.chain.events()) {
    if (type !== 'elicitation.answered') continue;
    const event = decodeEvent({ type, version: 1, body }, { conversation: '', seq: 0 });
    if (event.type === 'elicitation.answered') given.push(event.signed.answer.contentJson);
  }
  return given;
}

/** Why presses were refused, as the log has it. */
async function refusals({ store }: Asking): Promise<readonly string[]> {
  const because: string[] = [];
  for await (const { body, type } of store.chain.events()) {
    if (type === 'click.refused') because.push(String(JSON.parse(body).because));
  }
  return because;
}

/** The Home tab once it says this. */
const homeOf = async (person: ReturnType<Asking['person']>, text: string): Promise<string> =>
  await eventually(`a Home with “${text}”`, async () => {
    const home = JSON.stringify(await person.home());
    return home.includes(text) ? home : null;
  });

describe('a server that asks while a call runs', () => {
  test('is answered through a form by somebody who may decide, and the turn goes on', async () => {
    const { bot, root, card } = await asked(form, 'elicit_form');
    const text = JSON.stringify(card.message.blocks);
    expect(text).toContain('The server srv asks');
    expect(text).toContain('Your answer goes to the server ');
    // The server's words are shown as they are, never as markup.
    expect(text).toContain('Which *label* <https://evil.example|here>?');
    const bob = bot.person('U0BOB');
    await bob.click(card, 'elicit_form');
    expect(await fillIn(bob, 'bug', 'mine')).toMatchObject({ ok: true, closed: true });
    await saysIn(bob, root, 'the client said accept');
    expect(await handedOver(bot)).toEqual(['{"label":"bug","note":"mine"}']);
    const settled = await eventually('the settled card', async () => {
      const [, ...thread] = await bob.messages(root.channel, root.ts);
      return thread.find(({ ts, blocks }) => ts === card.ts && JSON.stringify(blocks).includes('Answered by '));
    });
    expect(JSON.stringify(settled.blocks)).not.toContain('elicit_');
  });

  test('gets nothing when it is declined', async () => {
    const { bot, alice, root, card } = await asked(form, 'elicit_decline');
    await alice.click(card, 'elicit_decline');
    await saysIn(alice, root, 'the client said decline');
    expect(await handedOver(bot)).toEqual([null]);
  });

  test('may ask for nothing but a yes', async () => {
    const yes = { message: 'Really?', requestedSchema: { type: 'object', properties: {} } };
    const { bot, alice, root, card } = await asked(yes, 'elicit_form');
    await alice.click(card, 'elicit_form');
    await alice.submit((await alice.view()).id);
    await saysIn(alice, root, 'the client said accept');
    expect(await handedOver(bot)).toEqual(['{}']);
  });

  test('may send people to a page, whose host is shown, and hears when they have been there', async () => {
    const { alice, root, card } = await asked(page, 'elicit_visited');
    const text = JSON.stringify(card.message.blocks);
    expect(text).toContain('login.example');
    expect(text).toContain('https://login.example/start?next=%2Fa');
    await alice.click(card, 'elicit_visited');
    await saysIn(alice, root, 'the client said accept');
  });

  test('may offer more to choose from than a form holds: it is searched for', async () => {
    const labels = Array.from({ length: 150 }, (_, n) => `label ${n}`);
    const properties = { label: { type: 'string', title: 'Label', enum: labels } };
    const many = { message: 'Which label?', requestedSchema: { type: 'object', properties, required: ['label'] } };
    const { bot, alice, root, card } = await asked(many, 'elicit_form');
    await alice.click(card, 'elicit_form');
    const { id } = await alice.view();
    const { options } = await alice.suggestions(id, 'f0', 'LABEL 149');
    expect(options.map(({ text }) => text.text)).toEqual(['label 149']);
    expect((await alice.suggestions(id, 'f0', '')).options).toHaveLength(100);
    expect(await alice.submit(id, { f0: options[0]?.value })).toMatchObject({ ok: true, closed: true });
    await saysIn(alice, root, 'the client said accept');
    expect(await handedOver(bot)).toEqual(['{"label":"label 149"}']);
  });

  test('waits in App Home as well, and is answered from there', async () => {
    const { bot, alice, root } = await asked(form, 'elicit_form');
    await alice.openHome();
    const home = await homeOf(alice, 'The server srv asks: ');
    await alice.clickView(/"(V[A-Z0-9]+)"/.exec(home)?.[1] ?? '', 'elicit_form');
    expect(await fillIn(alice, 'idea', 'from home')).toMatchObject({ ok: true, closed: true });
    await saysIn(alice, root, 'the client said accept');
    expect(await handedOver(bot)).toEqual(['{"label":"idea","note":"from home"}']);
    await homeOf(alice, 'Nothing waits for you.');
  });

  test('is listed with its page, which is visited from its card', async () => {
    const { alice } = await asked(page, 'elicit_visited');
    await alice.openHome();
    const home = await homeOf(alice, 'The server srv asks: ');
    expect(home).toContain('its card has the page to visit');
    expect(home).not.toContain('elicit_');
  });

  test('is not answered twice: the press that came late is told so, and is on the record', async () => {
    const { bot, alice, root, card } = await asked(form, 'elicit_decline');
    await alice.click(card, 'elicit_form');
    await alice.view();
    await bot.person('U0BOB').click(card, 'elicit_decline');
    await saysIn(alice, root, 'the client said decline');
    expect(await fillIn(alice, 'bug', 'late')).toMatchObject({ ok: true, updated: true });
    expect(JSON.stringify((await alice.view()).view)).toContain('Somebody has already answered this.');
    expect(await refusals(bot)).toEqual(['already-settled']);
  });

  test('is not answered by a guest, who is told so', async () => {
    const { bot, alice, root, card } = await asked(form, 'elicit_decline');
    await bot.control.person('U0BOB', { guest: true });
    const bob = bot.person('U0BOB');
    await bob.click(card, 'elicit_decline');
    await eventually('a private refusal', async () => {
      const seen = await bob.messages(root.channel, root.ts);
      return seen.some((message) => message.ephemeral && message.text.includes('Guests cannot decide this'));
    });
    await alice.click(card, 'elicit_decline');
    await saysIn(alice, root, 'the client said decline');
  });
});
