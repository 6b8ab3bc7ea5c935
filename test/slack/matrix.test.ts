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

interface Press {
  readonly who: Who;
  readonly button: ButtonId;
  readonly expected: string;
  /** The last call of the bot before anybody pressed. */
  readonly after: number;
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
    const after = await world.lastCall();
    const found = await Promise.all(
      everybody.map(async (who, n) => {
        const expected = outcomes[state][button][n] ?? '';
        return [who, await pressed({ who, button, expected, after })] as const;
      }),
    );
    const expected = everybody.map((who, n) => [who, [outcomes[state][button][n]]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  /** What came of one press; the outcome that is expected, however much is said around it, is named as it is expected. */
  async function pressed({ who, button, expected, after }: Press): Promise<readonly string[]> {
    // A press that changes something gets a card of its own.
    const changes = expected.startsWith('card: ') || expected.includes('More time');
    const target = changes ? await world.make(state) : shared;
    const headingBefore = changes ? await world.cardHeading(target) : '';
    await world.press(who, target, button);
    const seenAs = {
      told: () => world.toldSince(who, after),
      form: () => world.formsOf(who),
      async card() {
        const heading = changes ? await world.cardHeading(target) : headingBefore;
        return heading !== headingBefore && isOutcome(heading) ? [heading] : [];
      },
    };
    const seen = async (...kinds: readonly Kind[]): Promise<readonly string[]> => {
      const found = await Promise.all(
        kinds.map(async (kind) => (await seenAs[kind]()).map((text) => `${kind}: ${text}`)),
      );
      return found.flat().map((one) => (isLike(one, expected) ? expected : one));
    };
    const arrived = async (): Promise<boolean> => (await seen(kindOf(expected))).includes(expected);
    await eventually(`“${expected}” for the ${who}`, arrived).catch(() => {});
    await eventually('the bot to be at rest', world.isIdle);
    return await seen(...kinds);
  }
});

/** A card that is drawn again as it was, with more time, is no outcome of its own. */
const isOutcome = (heading: string): boolean => heading !== '' && !/^(?:Approval needed|Did this run)/.test(heading);

const kindOf = (outcome: string): Kind => kinds.find((kind) => outcome.startsWith(`${kind}: `)) ?? 'card';

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
