import { describe, expect, it } from 'vitest';
import { validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import type { FormModel } from '../../../src/ports/edit-form.ts';
import { formValuesOf } from '../../../src/slack/views/edit-form/form-values.ts';
import { optionsFor } from '../../../src/slack/views/edit-form/select-elements.ts';
import { editFormView } from '../../../src/slack/views/edit-form.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { readForm } from '../../../src/tools/schema-form/read-form.ts';
import { formFor, objectSchema } from '../../support/edit-forms.ts';
import { recordedTools } from '../../support/mcp-tools.ts';
import { harsh, submissionOf } from '../../support/modal-submission.ts';
import { partOf } from '../../support/thorough.ts';
import { toolExamples } from '../../support/tool-examples.ts';

const APPROVAL = 'apr_0123456789abcdef';

function viewOf(model: FormModel) {
  return editFormView({ model, toolTitle: 'Tool', approvalId: APPROVAL });
}

describe('every edit form as a modal', () => {
  const tools = partOf(recordedTools(), 600);
  const examples = [...toolExamples('full', [1], tools), ...toolExamples('odd', [1], tools)].filter(({ fits }) => fits);
  const forms = examples.flatMap(({ tool, argsJson }) => {
    const model = describeForm(tool.inputSchema, argsJson);
    return model.kind === 'form' ? [{ tool: `${tool.server} ${tool.name}`, argsJson, model }] : [];
  });

  it('is accepted by Slack for recorded tools', () => {
    const refused = forms.flatMap(({ tool, model }) => {
      const verdict = validateView(viewOf(model));
      return verdict.kind === 'ok' ? [] : [{ tool, verdict }];
    });

    expect(refused).toEqual([]);
  }, 240_000);

  it('comes back as the proposed canonical text from a client that spoils whatever it can', () => {
    const spoiled = forms.flatMap(({ tool, argsJson, model }) => {
      const reading = readForm(model, formValuesOf(model, submissionOf(viewOf(model), harsh)));
      return reading.kind === 'args' && reading.argsJson === argsJson ? [] : [{ tool, argsJson, reading }];
    });

    expect(spoiled).toEqual([]);
  }, 240_000);
});

function inputsOf(model: FormModel, errors?: ReadonlyMap<string, string>) {
  const view = editFormView({ model, toolTitle: 'Tool', approvalId: APPROVAL, ...(errors ? { errors } : {}) });
  return view.blocks.filter((block) => block.type === 'input');
}

describe('the edit form as a modal', () => {
  const text = { type: 'string' };

  it('carries nothing of the call but the opaque id', () => {
    const { private_metadata, callback_id } = viewOf(formFor(objectSchema({ a: text }), { a: 'secret' }));

    expect([private_metadata, callback_id]).toEqual([APPROVAL, 'edit_arguments']);
  });

  it('has an input block a field, by the id of the field', () => {
    const inputs = inputsOf(formFor(objectSchema({ a: text, b: { type: 'boolean' } }, 'a'), { a: 'x', b: true }));

    expect(inputs).toMatchObject([
      {
        block_id: 'f0',
        optional: false,
        element: { type: 'plain_text_input', action_id: 'value', initial_value: 'x' },
      },
      { block_id: 'f1', element: { type: 'static_select', action_id: 'value', initial_option: { value: 'o1' } } },
    ]);
  });

  it('asks what an empty box means where that is ambiguous', () => {
    const inputs = inputsOf(formFor(objectSchema({ a: { type: ['string', 'null'] } }), { a: null }));

    expect(inputs).toMatchObject([
      { block_id: 'f0' },
      {
        block_id: 'f0-empty',
        element: { type: 'static_select', initial_option: { value: 'null', text: { text: 'Send null' } } },
      },
    ]);
  });

  it('shows a long value in several boxes, the first by the id of the field', () => {
    const inputs = inputsOf(formFor(objectSchema({ a: text }), { a: 'word '.repeat(1_000).trim() }));

    expect(inputs.map((input) => [input.block_id, 'label' in input ? input.label.text : ''])).toEqual([
      ['f0', 'a (part 1 of 2)'],
      ['f0-1', 'a (part 2 of 2)'],
    ]);
  });

  it('shows numbers a number box could change as text', () => {
    const inputs = inputsOf(
      formFor(objectSchema({ a: { type: 'number' }, b: { type: 'number' } }), { a: 1e21, b: 1.5 }),
    );

    expect(inputs).toMatchObject([
      { element: { type: 'plain_text_input', initial_value: '1e+21' } },
      { element: { type: 'number_input' } },
    ]);
  });

  it('makes hidden characters of a schema visible', () => {
    const inputs = inputsOf(formFor(objectSchema({ 'a\u202e': { ...text, description: 'safe\u200b' } }), {}));

    expect(inputs).toMatchObject([{ label: { text: 'a\\u{202e}' }, hint: { text: 'safe\\u{200b}' } }]);
  });

  it('names the field of every error when it is shown again', () => {
    const model = formFor(objectSchema({ a: text }), { a: 'x' });
    const view = editFormView({
      model,
      toolTitle: 'Tool',
      approvalId: APPROVAL,
      errors: new Map([['f0', 'Too short.']]),
    });

    expect(view.blocks).toContainEqual({
      type: 'section',
      text: { type: 'plain_text', text: 'a: Too short.', emoji: false },
    });
  });
});

describe('a select with more options than Slack takes', () => {
  const values = Array.from({ length: 250 }, (_, index) => `Item ${index}`);
  const model = formFor(objectSchema({ a: { enum: values } }, 'a'), { a: 'Item 7' });

  it('is searched, with the proposed option chosen', () => {
    expect(inputsOf(model)).toMatchObject([
      { element: { type: 'external_select', initial_option: { text: { text: 'Item 7' }, value: 'o7' } } },
    ]);
  });

  it('finds options by any part of their label, letter case aside', () => {
    expect(optionsFor(model, 'f0', 'ITEM 24').map(({ value }) => value)).toEqual([
      'o24',
      ...Array.from({ length: 10 }, (_, n) => `o${240 + n}`),
    ]);
  });

  it('gives at most as many as Slack takes', () => {
    expect(optionsFor(model, 'f0', '')).toHaveLength(100);
  });

  it.each(['f1', '__proto__', ''])('has none for a field that is none: %j', (id) => {
    expect(optionsFor(model, id, '')).toEqual([]);
  });
});

describe('the values of a submission', () => {
  const model = formFor(objectSchema({ a: { type: 'string' } }), { a: 'x' });

  it('are an empty box for null', () => {
    expect(formValuesOf(model, { values: { f0: { value: { value: null } } } })).toEqual(
      new Map([['f0', { entered: [''], whenEmpty: 'omit' }]]),
    );
  });

  it.each([
    {},
    null,
    'text',
    { values: { f0: {} } },
    { values: { f0: { other: { value: 'y' } } } },
    { values: { f0: { value: { value: 7 } } } },
  ])('have no answer for a field that did not arrive: %j', (state) => {
    expect(formValuesOf(model, state)).toEqual(new Map());
  });
});
