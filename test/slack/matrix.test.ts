import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ButtonId,
  buttons,
  outcomes,
  people,
  type State,
  states,
  type Who,
} from '../support/slack/matrix-table.ts';
import { type MatrixWorld, matrixWorld, type Target } from '../support/slack/matrix-world.ts';
import { eventually } from '../support/slack/people.ts';

const START_MS = 60_000;
const everybody = Object.keys(people).filter(isWho);

function isWho(name: string): name is Who {
  return name in people;
}

describe.each(states)('a card that is %s', (state) => {
  let world: MatrixWorld;
  let shared: Target;
  beforeAll(async () => {
    world = await matrixWorld();
    shared = await world.make(state);
  }, START_MS);
  afterAll(async () => await world?.slack.close());
  afterEach(async () => await world.closeForms());

  it.each(buttons)('every press has exactly one visible outcome: %s', async (button) => {
    const found = await Promise.all(
      everybody.map(async (who, n) => [who, await pressed(who, button, outcomes[state][button][n] ?? '')] as const),
    );
    const expected = everybody.map((who, n) => [who, [outcomes[state][button][n]]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  /** What came of one press; the outcome that is expected, however much is said around it, is named as it is expected. */
  async function pressed(who: Who, button: ButtonId, expected: string): Promise<readonly string[]> {
    // A press that changes something gets a card of its own.
    const changes = expected.startsWith('card: ') || expected.includes('More time');
    const target = changes ? await world.make(state) : shared;
    const before = { n: await world.lastCall(), heading: await world.cardHeading(target) };
    await world.press(who, target, button);
    const seen = async (): Promise<readonly string[]> => {
      const told = (await world.toldSince(who, before.n)).map((text) => `told: ${text}`);
      const forms = (await world.formsOf(who)).map((text) => `form: ${text}`);
      const heading = await world.cardHeading(target);
      const card = changes && heading !== before.heading && isOutcome(heading) ? [`card: ${heading}`] : [];
      return [...told, ...forms, ...card].map((one) => (isLike(one, expected) ? expected : one));
    };
    const arrived = async (): Promise<boolean> => (await seen()).includes(expected);
    await eventually(`“${expected}” for the ${who}`, arrived).catch(() => {});
    await eventually('the bot to be at rest', world.isIdle);
    return await seen();
  }
});

/** A card that is drawn again as it was, with more time, is no outcome of its own. */
const isOutcome = (heading: string): boolean => heading !== '' && !/^(?:Approval needed|Did this run)/.test(heading);

const isLike = (one: string, expected: string): boolean => {
  const [kind = '', words = ''] = expected.split(/: (.*)/s);
  return one.startsWith(`${kind}: `) && one.includes(words);
};

describe('the table of outcomes', () => {
  it('has every state, button and sort of person', () => {
    const cells = states.flatMap((state: State) => buttons.flatMap((button) => [...outcomes[state][button]]));
    expect(cells).toHaveLength(states.length * buttons.length * everybody.length);
  });
});
