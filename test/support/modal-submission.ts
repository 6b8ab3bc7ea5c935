import type { InputBlock, ModalView } from '@slack/types';

/** What a client does to the text of one box between showing and submitting it. */
export type TextHandling = (text: string) => string;

/** A client that gives back what it was given. */
const exact: TextHandling = (text) => text;

/**
 * A client at its worst, every known or suspected habit at once: trims boxes, ends lines as Windows does, composes
 * accents, decodes entities, spells emoji by name, drops control and invisible characters, makes all spaces plain.
 */
export const harsh: TextHandling = (text) =>
  text
    .normalize('NFC')
    .replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#\w+);/g, '?')
    .replaceAll(/\p{Emoji_Presentation}/gu, ':emoji:')
    .replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    .replaceAll('\n', '\r\n');

/** The `view.state` of a modal submitted without a change; selections come back in reverse order. */
export function submissionOf(view: ModalView, handling: TextHandling = exact): { values: Record<string, unknown> } {
  const states = view.blocks
    .filter(isInput)
    .map((block) => [block.block_id ?? '', { value: stateOf(block.element, handling) }] as const);
  return { values: Object.fromEntries(states) };
}

function isInput(block: ModalView['blocks'][number]): block is InputBlock {
  return block.type === 'input';
}

function stateOf(element: InputBlock['element'], handling: TextHandling): unknown {
  switch (element.type) {
    case 'plain_text_input':
    case 'number_input':
      return {
        type: element.type,
        value: element.initial_value === undefined ? null : handling(element.initial_value),
      };
    case 'static_select':
    case 'external_select':
      return { type: element.type, selected_option: element.initial_option ?? null };
    case 'multi_static_select':
    case 'multi_external_select':
      return { type: element.type, selected_options: (element.initial_options ?? []).toReversed() };
    default:
      throw new Error(`no such input in an edit form: ${element.type}`);
  }
}
