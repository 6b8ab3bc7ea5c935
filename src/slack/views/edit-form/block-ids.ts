import type { FormField } from '../../../ports/edit-form.ts';

/** The action of every input; block ids tell fields apart. */
export const VALUE_ACTION = 'value';

/** `f0` for the first box, so that an error is shown there; `f0-1`, `f0-2`, … for the rest. */
export function boxId(field: FormField, index: number): string {
  return index === 0 ? field.id : `${field.id}-${index}`;
}

export function emptyId(field: FormField): string {
  return `${field.id}-empty`;
}

/** How many boxes the field has; a value that was left out still has one to fill in. */
export function boxCount(field: FormField): number {
  return Math.max(1, field.initial.entered.length);
}

/** Whether a person is asked what an empty box means. */
export function asksWhenEmpty(field: FormField): boolean {
  return field.emptyMeanings.length > 1;
}
