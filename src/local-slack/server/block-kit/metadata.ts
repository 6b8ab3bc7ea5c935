import { LIMITS } from './limits.ts';
import { isList, isObject, list, type Place, problem, type Rule, refined, shape } from './rule.ts';
import { link, someText } from './values.ts';
import { firstRefusal, OK, refused, unless, type Verdict } from './verdict.ts';

/** Message metadata: an event of the app's own, work objects, or both. https://docs.slack.dev/messaging/message-metadata */
export function judgeMetadata(metadata: unknown, at: Place): Verdict {
  return firstRefusal(
    () => unless(messageMetadata(metadata, at), 'invalid_metadata_format'),
    () =>
      Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.message.metadataBytes ? refused('metadata_too_large') : OK,
  );
}

/** Values are flat: a scalar, an object of scalars, or a list of such objects. */
const payloadValue: Rule = (value, at) => {
  if (isScalar(value) || isFlat(value) || (isList(value) && value.every(isFlat))) return [];
  return [problem(at, 'must be a string, number, boolean, flat object or list of flat objects')];
};

const eventPayload: Rule = (value, at) =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, field]) => payloadValue(field, { ...at, pointer: `${at.pointer}/${key}` }))
    : [problem(at, 'must provide an object')];

const WORK_OBJECT_DEPTH_MAX = 12;

/** Work objects are deep and open-ended; their inside is left to the app, but not their depth. */
const entityPayload: Rule = (value, at) =>
  isObject(value) && isNoDeeperThan(value, WORK_OBJECT_DEPTH_MAX) ? [] : [problem(at, 'must provide an object')];

const entity: Rule = shape(
  {
    entity_type: someText,
    entity_payload: entityPayload,
    external_ref: shape({ id: someText }, { type: someText }),
    url: link,
  },
  { app_unfurl_url: link },
);

const messageMetadata: Rule = refined(
  shape({}, { event_type: someText, event_payload: eventPayload, entities: list(entity, { min: 1 }) }),
  (metadata, at) =>
    (metadata['event_type'] === undefined) === (metadata['event_payload'] === undefined)
      ? []
      : [problem(at, 'must define both `event_type` and `event_payload`')],
  (metadata, at) =>
    metadata['event_type'] === undefined && metadata['entities'] === undefined
      ? [problem(at, 'missing required field: event_type')]
      : [],
);

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isFlat(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isScalar);
}

function isNoDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isNoDeeperThan(inner, depth - 1));
}
