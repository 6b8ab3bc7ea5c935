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
  const copy = structuredClone(value);
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = Reflect.get(Object(at), key);
  const last = path.at(-1) ?? '';
  const leaf: unknown = Reflect.get(Object(at), last);
  Reflect.set(Object(at), last, changed(leaf, byte, bit));
  return copy;
}

function changed(leaf: unknown, byte: number, bit: number): unknown {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf !== 'string' || leaf === '') return 'x';
  const at = byte % leaf.length;
  return leaf.slice(0, at) + String.fromCharCode(leaf.charCodeAt(at) ^ (1 << (bit % 7))) + leaf.slice(at + 1);
}
