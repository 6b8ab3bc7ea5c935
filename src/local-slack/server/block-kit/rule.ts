/** Where a payload is shown. Some blocks and elements exist on some surfaces only. */
export type Surface = 'message' | 'modal' | 'home';

/** A spot in a payload: its JSON pointer, and the surface the payload is meant for. */
export type Place = { readonly pointer: string; readonly surface: Surface };

/** What is wrong at one spot, in Slack's words where a real answer is known. */
export type Problem = { readonly pointer: string; readonly message: string };

/** Judges one value. An empty list means the value is acceptable there. Never throws, whatever the value is. */
export type Rule = (value: unknown, at: Place) => readonly Problem[];

/** A further condition on an object whose fields are known to be sound one by one. */
export type Check = (value: JsonObject, at: Place) => readonly Problem[];

export type JsonObject = Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, Rule>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function inside(at: Place, key: string | number): Place {
  return { ...at, pointer: `${at.pointer}/${key}` };
}

export function problem(at: Place, message: string): Problem {
  return { pointer: at.pointer, message };
}

/** An object with exactly these fields: what is not named is refused, as Slack refuses it. `undefined` counts as absent. */
export function shape(required: Fields, optional: Fields = {}): Rule {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
  const needed = Object.keys(required);
  return (value, at) => {
    if (!isObject(value)) return [problem(at, 'must provide an object')];
    const present = Object.entries(value).filter(([, field]) => field !== undefined);
    const names = new Set(present.map(([name]) => name));
    const missing = needed.filter((name) => !names.has(name));
    return [
      ...missing.map((name) => problem(at, `missing required field: ${name}`)),
      ...present.flatMap(([name, field]) => {
        const rule = known.get(name);
        return rule ? rule(field, inside(at, name)) : [problem(at, `invalid additional property: ${name}`)];
      }),
    ];
  };
}

/** A {@link shape} that carries its own name in `type`. */
export function typed(type: string, required: Fields, optional: Fields = {}): Rule {
  return shape({ type: oneOf(type), ...required }, optional);
}

/** An array. One that is too long is not searched further, so a hostile payload costs no more than its limit. */
export function list(item: Rule, size: { readonly min?: number; readonly max?: number } = {}): Rule {
  const { min = 0, max = Number.POSITIVE_INFINITY } = size;
  return (value, at) => {
    if (!isList(value)) return [problem(at, 'must provide an array')];
    if (value.length < min) return [problem(at, `must provide at least ${min} items`)];
    if (value.length > max) return [problem(at, `no more than ${max} items allowed`)];
    return value.flatMap((entry, index) => item(entry, inside(at, index)));
  };
}

export function oneOf(...values: readonly (string | number)[]): Rule {
  const allowed = new Set<unknown>(values);
  return (value, at) => (allowed.has(value) ? [] : [problem(at, 'must be a valid enum value')]);
}

/** One of several shapes, told apart by `type`. */
export function tagged(kinds: ReadonlyMap<string, Rule>): Rule {
  return (value, at) => {
    if (!isObject(value)) return [problem(at, 'must provide an object')];
    if (value['type'] === undefined) return [problem(at, 'missing required field: type')];
    const rule = typeof value['type'] === 'string' ? kinds.get(value['type']) : undefined;
    return rule ? rule(value, at) : [problem(inside(at, 'type'), 'must be a valid enum value')];
  };
}

/** Puts Slack's general complaint before the particular one, as Slack does for text objects and views. */
export function announced(rule: Rule): Rule {
  return (value, at) => {
    const problems = rule(value, at);
    return problems.length === 0 ? [] : [problem(at, 'failed to match all allowed schemas'), ...problems];
  };
}

/** Adds conditions over several fields; they run only once each field is sound by itself. */
export function refined(rule: Rule, ...checks: readonly Check[]): Rule {
  return (value, at) => {
    const problems = rule(value, at);
    if (problems.length > 0 || !isObject(value)) return problems;
    return checks.flatMap((check) => check(value, at));
  };
}

/** Limits a block or element to the surfaces that have it. */
export function only(surfaces: readonly Surface[], rule: Rule): Rule {
  return (value, at) => {
    if (surfaces.includes(at.surface)) return rule(value, at);
    const type = isObject(value) ? String(value['type']) : '';
    return [problem(inside(at, 'type'), `unsupported type: ${type}`)];
  };
}
