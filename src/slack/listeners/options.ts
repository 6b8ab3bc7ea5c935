import type { App } from '@slack/bolt';
import type { FormModel } from '../../ports/edit-form.ts';
import { readOptionsQuery } from '../payloads/interactions.ts';
import { VALUE_ACTION } from '../views/edit-form/block-ids.ts';
import { optionsFor } from '../views/edit-form/select-elements.ts';

/** The form a modal with this id in it shows, described again from the log; null when there is none. */
export type FormBehind = (id: string) => Promise<FormModel | null>;

/** Options of selects that have too many to be part of the form: searched for while a person types. */
export function registerOptions(bolt: App, forms: readonly FormBehind[]): void {
  bolt.options(VALUE_ACTION, async ({ ack, body }) => {
    const query = readOptionsQuery({ ...body });
    const model = query === null ? null : await firstOf(forms, query.metadata);
    await ack({ options: query === null || model === null ? [] : [...optionsFor(model, query.blockId, query.query)] });
  });
}

async function firstOf(forms: readonly FormBehind[], id: string): Promise<FormModel | null> {
  for (const form of forms) {
    const model = await form(id);
    if (model !== null) return model;
  }
  return null;
}
