import { expect, it } from 'vitest';
import { lastLife, live } from '../support/crash/lives.ts';
import type { Point } from '../support/crash/points.ts';
import { EFFECT_KINDS } from '../support/crash/tools.ts';
import { PROCESSES_MS, worldPerTest } from '../support/crash/world-per-test.ts';
import { partOf } from '../support/thorough.ts';

/** Every append of a turn with one approval, from the message to the end. */
const APPENDS: readonly (readonly [event: string, nth: number])[] = [
  ['message.received', 1],
  ['turn.started', 1],
  ['step.accepted', 1],
  ['approval.requested', 1],
  ['card.posted', 1],
  ['approval.decided', 1],
  ['turn.started', 2],
  ['tool.dispatched', 1],
  ['tool.completed', 1],
  ['step.accepted', 2],
  ['turn.finished', 1],
];

/** A short run has every append as well, but not with every effect. */
const STOPS = partOf(
  EFFECT_KINDS.flatMap((effect) => APPENDS.map(([event, nth]) => ({ effect, event, nth }))),
  19,
);

const worldForTest = worldPerTest();

it(
  'a bot that dies before and after every append of a turn, and inside the tool, loses and doubles nothing, whatever the effect of its tool',
  async () => {
    const world = await worldForTest();
    const { people } = world;
    let marks = 0;
    const effectOf = new Map<string, string>();
    const conversation = (effect: string): string => {
      marks += 1;
      effectOf.set(`m${marks}`, effect);
      return `m${marks}`;
    };
    const ask = (points: readonly Point[]) => async () => {
      for (const { mark } of points) {
        await people.ask(mark, `!call crash.${effectOf.get(mark)} {"mark":"${mark}","part":1}`);
      }
    };
    const at = (when: 'before' | 'after') =>
      STOPS.map(({ effect, event, nth }): Point => ({ mark: conversation(effect), at: when, event, nth }));
    const inTool = EFFECT_KINDS.map((effect): Point => ({ mark: conversation(effect), at: 'effect' }));

    const before = at('before');
    await live(world, { points: before }, ask(before));
    const after = [...at('after'), ...inTool];
    await live(world, { points: after }, ask(after));
    expect(await lastLife(world)).toEqual([]);
  },
  PROCESSES_MS,
);
