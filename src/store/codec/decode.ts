import { z } from 'zod';
import type { DomainEvent, EventType } from '../../domain/event.ts';
import { StoreError } from '../../ports/store.ts';
import type { EncodedEvent } from './encode.ts';
import { eventSchemas } from './event-schemas.ts';
import { currentVersion, type Upcasts, upcasts } from './upcasts.ts';

/** Where the stored form stands, for the error that names it. */
export interface StoredPlace {
  readonly conversation: string;
  readonly seq: number;
}

export type DecodeEvent = (stored: EncodedEvent, place: StoredPlace) => DomainEvent;

const schemas: ReadonlyMap<string, z.ZodType<DomainEvent>> = new Map(Object.entries(eventSchemas));
const jsonObject = z.record(z.string(), z.unknown());

const isEventType = (type: string): type is EventType => schemas.has(type);

/**
 * Reads stored events of every version up to the current one.
 * Throws `event-unknown` for a type or version this code does not know (newer code wrote it) and `event-malformed` for
 * a body that does not fit; both name the position and never quote the body.
 */
export function makeDecodeEvent(steps: Upcasts): DecodeEvent {
  return (stored, place) => {
    const { type, version, body } = stored;
    if (!isEventType(type)) throw unknown(stored, place);
    const target = currentVersion(type, steps);
    if (!Number.isInteger(version) || version < 1 || version > target) throw unknown(stored, place);

    const parsed = parseJson(body, place);
    const lifted = version === target ? parsed : lift(parsed, steps.get(type)?.slice(version - 1) ?? [], place);
    const result = schemas.get(type)?.safeParse(lifted);
    if (result?.success !== true) throw malformed(place, result?.error);
    return result.data;
  };
}

export const decodeEvent: DecodeEvent = makeDecodeEvent(upcasts);

function parseJson(body: string, place: StoredPlace): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw malformed(place, cause);
  }
}

function lift(parsed: unknown, steps: readonly ((body: Record<string, unknown>) => unknown)[], place: StoredPlace) {
  let lifted: unknown = parsed;
  for (const step of steps) {
    const object = jsonObject.safeParse(lifted);
    if (!object.success) throw malformed(place, object.error);
    lifted = step(object.data);
  }
  return lifted;
}

const at = ({ conversation, seq }: StoredPlace): string => `event ${seq} of ${JSON.stringify(conversation)}`;

const unknown = ({ type, version }: EncodedEvent, place: StoredPlace): StoreError =>
  new StoreError(
    'event-unknown',
    `${at(place)} is ${JSON.stringify(type)} version ${version}, which is not known here`,
  );

/** The cause of zod lists paths and expectations; it does not quote what it found. JSON.parse may, so its is dropped. */
const malformed = (place: StoredPlace, cause: unknown): StoreError =>
  new StoreError('event-malformed', `${at(place)} does not have the form of its type`, {
    cause: cause instanceof z.ZodError ? cause : undefined,
  });
