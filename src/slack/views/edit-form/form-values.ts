import { z } from 'zod';
import type { EmptyMeaning, FieldAnswer, FormField, FormModel, FormValues } from '../../../ports/edit-form.ts';
import { asksWhenEmpty, boxCount, boxId, emptyId, VALUE_ACTION } from './block-ids.ts';

const option = z.object({ value: z.string() });

/** The parts of an input's state that answers are read from; a box nobody filled in has the value null. */
const inputState = z.object({
  value: z.string().nullish(),
  selected_option: option.nullish(),
  selected_options: z.array(option).nullish(),
});

const viewState = z.object({ values: z.record(z.string(), z.record(z.string(), inputState)) });

type InputState = z.infer<typeof inputState>;

/**
 * What a person entered, from the `view.state` of a submission. A field whose blocks did not all arrive has no answer,
 * which the reader of the form reports; a state of another shape answers nothing at all.
 */
export function formValuesOf(model: FormModel, state: unknown): FormValues {
  const parsed = viewState.safeParse(state);
  const blocks = new Map(parsed.success ? Object.entries(parsed.data.values) : []);
  const stateOf = (id: string): InputState | undefined =>
    new Map(Object.entries(blocks.get(id) ?? {})).get(VALUE_ACTION);

  const values = new Map<string, FieldAnswer>();
  for (const field of model.fields) {
    const answer = answerFor(field, stateOf);
    if (answer !== null) values.set(field.id, answer);
  }
  return values;
}

function answerFor(field: FormField, stateOf: (id: string) => InputState | undefined): FieldAnswer | null {
  const whenEmpty = asksWhenEmpty(field) ? meaningIn(field, stateOf(emptyId(field))) : field.initial.whenEmpty;
  const entered = enteredIn(field, stateOf);
  return entered && { entered, whenEmpty };
}

function enteredIn(field: FormField, stateOf: (id: string) => InputState | undefined): readonly string[] | null {
  const first = stateOf(field.id);
  if (first === undefined) return null;
  if (field.input.kind === 'choice') return first.selected_option ? [first.selected_option.value] : [];
  if (field.input.kind === 'choices') return (first.selected_options ?? []).map(({ value }) => value);

  const states = Array.from({ length: boxCount(field) }, (_, index) => stateOf(boxId(field, index)));
  return states.includes(undefined) ? null : states.map((state) => state?.value ?? '');
}

function meaningIn(field: FormField, state: InputState | undefined): EmptyMeaning | null {
  return field.emptyMeanings.find((meaning) => meaning === state?.selected_option?.value) ?? null;
}
