import { createHash } from 'node:crypto';

/** Names of a tool's top-level parameters that the provider must be told differently, ours → theirs. Mostly empty. */
export type ParameterNames = ReadonlyMap<string, string>;

const MAX_READABLE_CHARS = 40;
const TAG_CHARS = 8;

/** Renames what does not fit; a new name follows from the old one and meets none that is there. */
export function parameterNames(names: readonly string[], fits: RegExp | null): ParameterNames {
  const renamed = new Map<string, string>();
  if (fits === null) return renamed;
  const taken = new Set(names);
  for (const name of names) {
    if (fits.test(name)) continue;
    const readable = name.replace(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, MAX_READABLE_CHARS);
    const tag = createHash('sha256').update(name, 'utf8').digest('hex').slice(0, TAG_CHARS);
    const candidates = [readable, `${readable}_${tag}`];
    const free = candidates.find((candidate) => fits.test(candidate) && !taken.has(candidate));
    if (free === undefined) continue;
    taken.add(free);
    renamed.set(name, free);
  }
  return renamed;
}

export const reversed = (names: ParameterNames): ParameterNames =>
  new Map([...names].map(([ours, theirs]) => [theirs, ours]));

/**
 * Renames the keys of the outermost object in a JSON text and leaves every other character alone, so that numbers keep
 * their digits. A text that is not JSON is returned as it is: it is refused later, and not repaired here.
 */
export function renameKeys(text: string, names: ParameterNames): string {
  if (names.size === 0 || parsed(text) === undefined) return text;
  let renamed = '';
  let copied = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':')) {
      const key = token.slice(0, -1).trimEnd();
      const name = names.get(String(parsed(key)));
      if (name === undefined) continue;
      renamed += text.slice(copied, index) + JSON.stringify(name);
      copied = index + key.length;
    }
  }
  return renamed + text.slice(copied);
}

/** A key with its colon, a bracket, or another string. */
const TOKEN = /"(?:[^"\\]|\\.)*"\s*:|[{}[\]]|"(?:[^"\\]|\\.)*"/gs;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
