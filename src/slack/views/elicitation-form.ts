import type { ModalView } from '@slack/types';
import { canonicalText, isJsonObject, type JsonObject, readArguments } from '../../domain/canonical-json.ts';
import type { FormModel } from '../../ports/edit-form.ts';
import { callbacks } from '../action-ids.ts';
import { fieldBlocks } from './edit-form/field-blocks.ts';
import { LIMITS } from './limits.ts';
import { bold, code, foreign, lines, note, plain, words } from './rich.ts';

/**
 * The modal in which somebody answers a server. It carries the question's id and nothing else; what comes back is read
 * against the log.
 */
export const elicitationForm = (
  { notes, fields }: Pick<FormModel, 'notes' | 'fields'>,
  question: { readonly approvalId: string; readonly server: string; readonly message: string },
): ModalView => ({
  type: 'modal',
  callback_id: callbacks.elicit,
  private_metadata: question.approvalId,
  title: plain('Answer a server', LIMITS.viewTitle),
  submit: plain('Send', LIMITS.viewTitle),
  close: plain('Not now', LIMITS.viewTitle),
  blocks: [
    lines([
      [bold('Goes to the server '), code(question.server)],
      [words('It asks: '), foreign(question.message, 1_000)],
    ]),
    ...notes.map((text) => note(text)),
    ...fields.flatMap(fieldBlocks),
  ],
});

/** What the form holds at first: the values the server proposes, as canonical text. */
export function proposedContent(schemaJson: string): string {
  const proposed = propertiesOf(schemaJson).flatMap(([name, one]) =>
    one['default'] === undefined ? [] : [[name, one['default']] as const],
  );
  return canonicalText(Object.fromEntries(proposed));
}

/** Names and titles of the fields, as far as they say what is asked for. */
export const fieldNames = (schemaJson: string): readonly string[] =>
  propertiesOf(schemaJson).flatMap(([name, one]) =>
    typeof one['title'] === 'string' && one['title'] !== name ? [name, one['title']] : [name],
  );

function propertiesOf(schemaJson: string): readonly (readonly [string, JsonObject])[] {
  const reading = readArguments(schemaJson);
  const properties = reading.kind === 'read' ? reading.value['properties'] : undefined;
  if (properties === undefined || !isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, one]) => (isJsonObject(one) ? [[name, one] as const] : []));
}
