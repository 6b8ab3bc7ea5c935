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

/** Where what came of a press can be seen. */
const kinds = ['told', 'form', 'card'] as const;
type Kind = (typeof kinds)[number];

/** A press on a card, and the one outcome it should have. */
interface Press {
  readonly who: Who;
  readonly expected: string;
  readonly target: Target;
  /** Where it may change the card: the heading until then. */
  readonly headingBefore: string | null;
}

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
    const row = outcomes[state][button];
    const before = await world.lastCall();
    const presses = await Promise.all(everybody.map((who, n) => press(who, button, row[n] ?? '')));
    const expectedKinds = kinds.filter((kind) => row.some((outcome) => outcome.startsWith(`${kind}: `)));
    const allArrived = async (): Promise<boolean> => {
      const seen = await whatCame(presses, expectedKinds, before);
      return presses.every(({ expected }, n) => seen[n]?.includes(expected));
    };
    // What did not come shows below, beside what came in its place.
    await eventually('every outcome', allArrived).catch(() => {});
    await eventually('the bot to be at rest', world.isIdle);
    const seen = await whatCame(presses, kinds, before);
    const found = everybody.map((who, n) => [who, seen[n]]);
    const expected = everybody.map((who, n) => [who, [row[n]]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  async function press(who: Who, button: ButtonId, expected: string): Promise<Press> {
    // A press that changes something gets a card of its own.
    const changes = expected.startsWith('card: ') || expected.includes('More time');
    const target = changes ? await world.make(state) : shared;
    const headingBefore = changes ? await world.cardHeading(target) : null;
    await world.press(who, target, button);
    return { who, expected, target, headingBefore };
  }

  /** What came of each press; the outcome that is expected, however much is said around it, is named as it is expected. */
  async function whatCame(
    presses: readonly Press[],
    kindsLookedFor: readonly Kind[],
    before: number,
  ): Promise<readonly (readonly string[])[]> {
    const told = kindsLookedFor.includes('told') ? await world.toldSince(before) : [];
    const seenAs = {
      told: async ({ who }: Press) => told.filter(({ user }) => user === people[who]).map(({ text }) => text),
      form: ({ who }: Press) => world.formsOf(who),
      async card({ target, headingBefore }: Press) {
        const heading = headingBefore === null ? '' : await world.cardHeading(target);
        return heading !== headingBefore && isOutcome(heading) ? [heading] : [];
      },
    };
    const seenOf = async (one: Press): Promise<readonly string[]> => {
      const seen = await Promise.all(
        kindsLookedFor.map(async (kind) => (await seenAs[kind](one)).map((text) => `${kind}: ${text}`)),
      );
      return seen.flat().map((outcome) => (isLike(outcome, one.expected) ? one.expected : outcome));
    };
    return await Promise.all(presses.map(seenOf));
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
