import { canonicalText, isJsonObject, type JsonObject, type JsonValue, readJson } from '../../domain/canonical-json.ts';
import { maskSecrets, namesSecret } from '../../domain/text/secrets.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { code, foreign, type Piece, words } from './rich.ts';

/** More than this is easier to read in the arguments themselves. */
const CHANGES_SHOWN = 12;
const VALUE_SHOWN = 150;

interface Change {
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What an approver changed, one line for each value: where, before → after. Secrets stay masked. */
export function changeLines(beforeJson: string, afterJson: string): (readonly Piece[])[] {
  const before = readJson(beforeJson);
  const after = readJson(afterJson);
  if (before.kind !== 'read' || after.kind !== 'read') return [];
  const changes: Change[] = [];
  collect(changes, '', before.value, after.value);
  const shown = changes.slice(0, CHANGES_SHOWN).map(changeLine);
  const more = changes.length - shown.length;
  return more > 0 ? [...shown, [words(`… and ${more} more`)]] : shown;
}

/** Objects are compared member by member; anything else, lists included, as a whole. */
function collect(changes: Change[], path: string, before: JsonValue | undefined, after: JsonValue | undefined): void {
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = path === '' ? name : `${path}.${name}`;
      collect(changes, inner, own(before, name), own(after, name));
    }
  } else if (spelled(before) !== spelled(after)) {
    changes.push({ path, before, after });
  }
}

const isObject = (value: JsonValue | undefined): value is JsonObject => value !== undefined && isJsonObject(value);

const own = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const spelled = (value: JsonValue | undefined): string => (value === undefined ? '' : canonicalText(value));

const changeLine = ({ path, before, after }: Change): readonly Piece[] => [
  code(path === '' ? 'arguments' : path),
  words(': '),
  foreign(shown(path, before), VALUE_SHOWN),
  words(' → '),
  foreign(shown(path, after), VALUE_SHOWN),
];

function shown(path: string, value: JsonValue | undefined): string {
  if (value === undefined) return '(left out)';
  if (path.split('.').some(namesSecret)) return '••••';
  return maskSecrets(spelled(value), fingerprintOf).text;
}
