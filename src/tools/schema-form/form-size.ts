import { revealHidden } from '../../domain/visible-text.ts';
import { FORM_LIMITS, type FormField } from '../../ports/edit-form.ts';

/** Whether these fields can be shown in one view. */
export function fitsView(fields: readonly FormField[]): boolean {
  const sum = (measure: (field: FormField) => number) => fields.reduce((total, field) => total + measure(field), 0);
  return sum(blocksOf) <= FORM_LIMITS.blocks && sum(bytesOf) <= FORM_LIMITS.bytes;
}

function blocksOf({ input, initial, emptyMeanings }: FormField): number {
  const hasOptions = input.kind === 'choice' || input.kind === 'choices';
  return Math.max(1, hasOptions ? 1 : initial.entered.length) + (emptyMeanings.length > 1 ? 1 : 0);
}

/** JSON around the texts of one block, and around one option. */
const BLOCK_FRAME_BYTES = 600;
const OPTION_FRAME_BYTES = 90;

function bytesOf(field: FormField): number {
  const { input, label, hint, initial } = field;
  const options = input.kind === 'choice' || input.kind === 'choices' ? input.options : [];
  const inline = options.length <= FORM_LIMITS.inlineOptions ? options : [];
  const optionBytes = inline.reduce((sum, option) => sum + shownBytes(option.label) + OPTION_FRAME_BYTES, 0);
  return (
    blocksOf(field) * (BLOCK_FRAME_BYTES + shownBytes(label) + shownBytes(hint)) +
    jsonBytes(initial.entered) +
    optionBytes
  );
}

/** Hidden characters are shown spelled out, which makes them longer. */
function shownBytes(text: string): number {
  return jsonBytes(revealHidden(text).text);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
