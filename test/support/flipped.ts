/** A place in a value of JSON's kind: the keys that lead to a text, number or null. */
type Path = readonly (string | number)[];

/** Every text, number and null in a value. */
export function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => leavesOf(item, [...path, i]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]: [string, unknown]) => leavesOf(item, [...path, key]));
  }
  return [path];
}

/** A copy with one leaf changed a little: one bit of one byte, the next number, a text where there was none. */
export function flipped<T>(value: T, path: Path, byte: number, bit: number): T {
  const copy = shallow(value);
  let at: object = Object(copy);
  for (const key of path.slice(0, -1)) {
    const inner = shallow(Object(Reflect.get(at, key)));
    Reflect.set(at, key, inner);
    at = inner;
  }
  const last = path.at(-1) ?? '';
  Reflect.set(at, last, changed(Reflect.get(at, last), byte, bit));
  return copy;
}

/** Of what does not lead to the leaf nothing is changed, and nothing copied: a hundred thousand copies take their time. */
function shallow<T>(value: T): T {
  return Array.isArray(value) ? Object.assign([], value) : Object.assign({}, value);
}

function changed(leaf: unknown, byte: number, bit: number): unknown {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf !== 'string' || leaf === '') return 'x';
  const at = byte % leaf.length;
  return leaf.slice(0, at) + String.fromCharCode(leaf.charCodeAt(at) ^ (1 << (bit % 7))) + leaf.slice(at + 1);
}
