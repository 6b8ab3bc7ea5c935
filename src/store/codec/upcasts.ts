import type { EventType } from '../../domain/event.ts';

/** Lifts a body of one version to the next. Pure; it sees JSON data that fitted its own version when it was written. */
export type Upcast = (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/**
 * For each event type the steps from version 1 upwards: `[one to two, two to three, …]`. A step is frozen once a row
 * of its version exists anywhere; `test/fixtures/events` keeps such rows for every version. A new type or version comes
 * with a migration, an empty one if need be: older processes beside it then claim nothing, instead of finding what they
 * cannot read.
 */
export type Upcasts = ReadonlyMap<EventType, readonly Upcast[]>;

/** Every event type is at version 1. */
export const upcasts: Upcasts = new Map();

/** The version in which an event of this type is written. */
export const currentVersion = (type: EventType, steps: Upcasts = upcasts): number => 1 + (steps.get(type)?.length ?? 0);
