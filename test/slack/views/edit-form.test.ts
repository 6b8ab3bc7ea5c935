import { describe, expect, it } from 'vitest';
import { validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import type { FormModel } from '../../../src/ports/edit-form.ts';
import { formValuesOf } from '../../../src/slack/views/edit-form/form-values.ts';
import { editFormView } from '../../../src/slack/views/edit-form.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { readForm } from '../../../src/tools/schema-form/read-form.ts';
import { harsh, submissionOf } from '../../support/modal-submission.ts';
import { toolExamples } from '../../support/tool-examples.ts';

const APPROVAL = 'apr_0123456789abcdef';

function viewOf(model: FormModel) {
  return editFormView({ model, toolTitle: 'Tool', approvalId: APPROVAL });
}

describe('the edit form as a modal', () => {
  const examples = [...toolExamples('full', [1]), ...toolExamples('odd', [1])].filter(({ fits }) => fits);
  const forms = examples.flatMap(({ tool, argsJson }) => {
    const model = describeForm(tool.inputSchema, argsJson);
    return model.kind === 'form' ? [{ tool: `${tool.server} ${tool.name}`, argsJson, model }] : [];
  });

  it('is accepted by Slack for every recorded tool', () => {
    const refused = forms.flatMap(({ tool, model }) => {
      const verdict = validateView(viewOf(model));
      return verdict.kind === 'ok' ? [] : [{ tool, verdict }];
    });

    expect(refused).toEqual([]);
  }, 120_000);

  it('comes back as the proposed canonical text from a client that spoils whatever it can', () => {
    const spoiled = forms.flatMap(({ tool, argsJson, model }) => {
      const reading = readForm(model, formValuesOf(model, submissionOf(viewOf(model), harsh)));
      return reading.kind === 'args' && reading.argsJson === argsJson ? [] : [{ tool, argsJson, reading }];
    });

    expect(spoiled).toEqual([]);
  }, 120_000);
});
