import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfMessage } from '../support/scenario/shown-text.ts';
import { ask, BOT } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

const note = (text: string): string => `!call shop.add_note {"order_id":"1042","text":"${text}"}`;
/** Longer than any test waits: what comes after it is only seen where the stop did not work. */
const ENDLESS_MS = 600_000;

let world: DemoWorld;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  world = await startDemoWorld();
  alice = world.person('U0ALICE');
  bob = world.person('U0BOB');
});
afterAll(() => world?.close());

describe('an answer', () => {
  it('is seen growing by the person it is for', async () => {
    const thread = await ask(alice, 'C0SUPPORT', `@Countersign !say the beginning\n!wait ${ENDLESS_MS}\n!say the end`);
    expect((await thread.sees('the beginning')).streaming_state).toBe('in_progress');
    await alice.stop(thread.channel, thread.ts);
  });

  it('ends at Stop, with nothing said after it', async () => {
    const thread = await ask(alice, 'C0SUPPORT', `@Countersign !say before\n!wait ${ENDLESS_MS}\n!say after`);
    await thread.sees('before');
    await alice.stop(thread.channel, thread.ts);
    await thread.sees('Stopped by <@U0ALICE>');
    expect((await thread.replies()).map(textOfMessage).join()).not.toContain('after');
    expect((await world.events(thread)).at(-1)).toMatchObject({ type: 'turn.stopped', by: { user: 'U0ALICE' } });
  });

  it('whose model fails says so in plain words and goes on from there at a press of “Try again”', async () => {
    const thread = await ask(
      alice,
      'C0SUPPORT',
      `@Countersign ${note('before the failure')}\n!step\n!fail key sk-secret`,
    );
    await (await thread.card('before the failure')).press(alice, 'approve');
    const notice = await thread.sees('The model could not be reached');
    expect(JSON.stringify(await thread.replies())).not.toContain('sk-secret');
    await alice.click({ channel: thread.channel, ts: notice.ts }, 'retry');
    await eventually('a second try that fails as well', async () =>
      (await thread.replies()).some(
        (message) => textOfMessage(message).includes('could not') && message.ts > notice.ts,
      ),
    );
    const ran = world.effects().filter(({ args }) => JSON.stringify(args).includes('before the failure'));
    expect(ran).toHaveLength(1);
  });
});

describe('a conversation', () => {
  it('goes on in its thread without a mention for the person who began it', async () => {
    const thread = await ask(alice, 'C0GENERAL', '@Countersign !say first');
    await thread.sees('first');
    await thread.say('!say second');
    await thread.sees('second');
  });

  it('needs a mention of anybody else', async () => {
    const thread = await ask(alice, 'C0GENERAL', '@Countersign !say only Alice');
    await thread.sees('only Alice');
    await thread.say('!say for Bob, unasked', bob);
    await thread.say('@Countersign !say for Bob', bob);
    await thread.sees('for Bob');
    const said = (await thread.replies()).filter(({ user }) => user === BOT).map(textOfMessage);
    expect(said.join()).not.toContain('unasked');
  });

  it('with the bot alone needs none', async () => {
    const thread = await ask(bob, 'U0COUNTER', note('from a direct message'));
    const card = await thread.card('from a direct message');
    await card.press(bob, 'approve');
    await card.settles(bob, 'It ran.');
    expect(world.effects().at(-1)).toMatchObject({ args: { text: 'from a direct message' } });
  });

  it('keeps a message that comes while an answer is written, and answers it after', async () => {
    const thread = await ask(alice, 'C0GENERAL', '@Countersign !say one\n!wait 1000\n!say still one');
    await thread.sees('one');
    await thread.say('!say two');
    const [one, two] = [await thread.sees('still one'), await thread.sees('two')];
    expect(Number(two.ts)).toBeGreaterThan(Number(one.ts));
  });
});

describe('a card that waits', () => {
  it('is withdrawn by a newer message of the person who asked, and tells the agent why', async () => {
    const thread = await ask(alice, 'C0OPS', `@Countersign ${note('outdated')}`);
    const card = await thread.card('outdated');
    await thread.say('!say about something else');
    await card.settles(alice, 'a newer message took its place');
    await thread.sees('about something else');
    expect(await world.events(thread)).toContainEqual(expect.objectContaining({ type: 'approval.superseded' }));
    expect(JSON.stringify(world.effects())).not.toContain('outdated');
  });

  it('is not touched by a message of anybody else', async () => {
    const thread = await ask(alice, 'C0OPS', `@Countersign ${note('left alone')}`);
    const card = await thread.card('left alone');
    await thread.say('what is this about?', bob);
    await card.press(bob, 'approve');
    expect(await card.settles(alice, 'It ran.')).toContain('Approved by <@U0BOB>');
  });
});
