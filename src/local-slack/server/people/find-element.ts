import { isObject, type JsonObject, objectsAt, textAt } from '../json.ts';

export interface PlacedElement {
  readonly blockId: string;
  readonly block: JsonObject;
  readonly element: JsonObject;
}

/** Everything in these blocks that a person can press or fill, wherever it hangs. */
export function elementsOf(blocks: readonly JsonObject[]): readonly PlacedElement[] {
  return blocks.flatMap((block) => {
    const single = ['accessory', 'element'].map((key) => block[key]).filter(isObject);
    const several = [...objectsAt(block, 'elements'), ...objectsAt(block, 'actions')];
    const own = [...single, ...several]
      .filter((element) => textAt(element, 'action_id') !== undefined)
      .map((element) => ({ blockId: textAt(block, 'block_id') ?? '', block, element }));
    const nested = [
      ...objectsAt(block, 'child_blocks'),
      ...(block['type'] === 'carousel' ? objectsAt(block, 'elements') : []),
    ];
    return [...own, ...elementsOf(nested)];
  });
}

/** The element a person means. `value` tells buttons apart that share an action_id in different blocks. */
export function findElement(
  blocks: readonly JsonObject[],
  wanted: { readonly actionId: string; readonly blockId: string | undefined; readonly value: string | undefined },
): PlacedElement | 'absent' | 'ambiguous' {
  const fitting = elementsOf(blocks).filter(
    ({ blockId, element }) =>
      element['action_id'] === wanted.actionId && (wanted.blockId === undefined || blockId === wanted.blockId),
  );
  const exact = fitting.filter(({ element }) => wanted.value !== undefined && element['value'] === wanted.value);
  const isButton = fitting.every(({ element }) => element['type'] === 'button');
  const chosen = exact.length > 0 || (wanted.value !== undefined && isButton) ? exact : fitting;
  if (chosen.length > 1) return 'ambiguous';
  return chosen[0] ?? 'absent';
}
