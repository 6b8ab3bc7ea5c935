import { type Conversation, emptyConversation, evolve, fold } from '../../../../src/domain/conversation.ts';
import type { DomainEvent, StoredEvent } from '../../../../src/domain/event.ts';
import { conversationId } from '../../../../src/domain/ids.ts';
import type { Execution } from '../tools.ts';
import type { Tape } from './tape.ts';

/** The process died. Whatever was appended before stands; whatever ran has run. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A tool that did something, at this point of the log. */
export interface Effect extends Execution {
  readonly tool: string;
  /** Events in the log when it started. */
  readonly after: number;
}

/** One conversation: its log, what it has done to the outside, and when its process dies next. */
export interface World {
  readonly tape: Tape;
  readonly log: StoredEvent[];
  readonly effects: Effect[];
  now: Conversation;
  clock: number;
  epoch: number;
  /** Appends until the process dies; null while it lives on. Negative kills before the append is durable. */
  crashIn: number | null;
  /** Grows when a tool's definition changes under its approvals. */
  toolVersion: number;
  nextId: number;
}

export const here = conversationId('C1');

export const emptyWorld = (tape: Tape): World => ({
  tape,
  log: [],
  effects: [],
  now: emptyConversation(here),
  clock: 1_000,
  epoch: 0,
  crashIn: null,
  toolVersion: 1,
  nextId: 1,
});

/** One append: all of it or nothing. */
export function append(world: World, events: readonly DomainEvent[]): void {
  if (world.crashIn === 0 && world.tape.choose(2) === 0) throw new Crash();
  for (const event of events) {
    const stored = { seq: world.log.length + 1, at: world.clock, event };
    world.log.push(stored);
    evolve(world.now, stored);
  }
  if (world.crashIn !== null && world.crashIn-- === 0) throw new Crash();
}

/** A new process knows nothing but the log. */
export function restart(world: World): void {
  world.crashIn = null;
  world.now = fold(here, world.log);
}
