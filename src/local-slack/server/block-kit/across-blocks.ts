import { inside, isList, isObject, type JsonObject, type Place, type Problem, problem } from './rule.ts';

/** A block with its place, so that a rule over many blocks can point at one. */
export type PlacedBlock = { readonly block: JsonObject; readonly at: Place };

/** The blocks of an array that passed its rules, each followed by the blocks it holds. */
export function placedBlocks(blocks: unknown, at: Place): readonly PlacedBlock[] {
  if (!isList(blocks)) return [];
  return blocks.flatMap((block, index) => {
    if (!isObject(block)) return [];
    const place = inside(at, index);
    const held = block['type'] === 'carousel' ? 'elements' : 'child_blocks';
    return [{ block, at: place }, ...placedBlocks(block[held], inside(place, held))];
  });
}

/** `block_id` names one block of a message or view. */
export function repeatedBlockIds(blocks: readonly PlacedBlock[]): readonly Problem[] {
  const seen = new Set<unknown>();
  return blocks.flatMap(({ block, at }) => {
    const name = block['block_id'];
    if (name === undefined) return [];
    if (seen.has(name)) return [problem(inside(at, 'block_id'), '`block_id` must be unique within the payload')];
    seen.add(name);
    return [];
  });
}

/** Only one element of a message or view may take the focus when it opens. */
export function repeatedFocus(blocks: readonly PlacedBlock[]): readonly Problem[] {
  const focused = blocks.flatMap(({ block, at }) => elementsOf(block, at).filter(takesFocus));
  return focused.slice(1).map(({ at }) => problem(inside(at, 'focus_on_load'), 'only one element may be focused'));
}

export function blocksOfType(blocks: readonly PlacedBlock[], type: string): readonly PlacedBlock[] {
  return blocks.filter(({ block }) => block['type'] === type);
}

function elementsOf(block: JsonObject, at: Place): readonly PlacedBlock[] {
  const many = isList(block['elements']) ? block['elements'] : [];
  return [
    { value: block['element'], at: inside(at, 'element') },
    { value: block['accessory'], at: inside(at, 'accessory') },
    ...many.map((value, index) => ({ value, at: inside(inside(at, 'elements'), index) })),
  ].flatMap((found) => (isObject(found.value) ? [{ block: found.value, at: found.at }] : []));
}

function takesFocus({ block }: PlacedBlock): boolean {
  return block['focus_on_load'] === true;
}
