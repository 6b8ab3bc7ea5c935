import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../../src/domain/canonical-json.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { submit } from '../../support/edit-forms.ts';
import type { ExampleStyle } from '../../support/example-arguments.ts';
import { type ListedTool, recordedTools } from '../../support/mcp-tools.ts';
import { partOf } from '../../support/thorough.ts';
import { type ToolExample, toolExamples } from '../../support/tool-examples.ts';

interface Run {
  readonly style: ExampleStyle;
  readonly seeds: readonly number[];
  readonly tools: readonly ListedTool[];
}

const some = partOf(recordedTools(), 400);
const RUNS: readonly Run[] = [
  { style: 'full', seeds: [1], tools: partOf(recordedTools(), 800) },
  { style: 'minimal', seeds: [1], tools: some },
  { style: 'odd', seeds: [1, 2], tools: some },
];
/** Of the example arguments; a few patterns are beyond their maker. */
const FITTING = 0.95;

/** Null when the form was refused with a reason or came back exactly, else what went wrong. */
function fault({ tool, argsJson }: ToolExample): unknown {
  const model = describeForm(tool.inputSchema, argsJson);
  if (model.kind === 'refused') return model.reason.length > 0 ? null : 'refused without a reason';
  const reading = submit(model);
  if (reading.kind === 'args' && reading.argsJson === argsJson) return null;
  return { tool: `${tool.server} ${tool.name}`, argsJson, reading };
}

describe('a form submitted unchanged', () => {
  it.each(RUNS)(
    'gives the proposed canonical text for $style arguments of recorded tools',
    ({ style, seeds, tools }) => {
      const examples = toolExamples(style, seeds, tools).filter(({ fits }) => fits);

      expect(examples.length).toBeGreaterThan(FITTING * tools.length * seeds.length);
      expect(examples.map(fault).filter((each) => each !== null)).toEqual([]);
    },
    240_000,
  );

  it('gives the proposed canonical text for any value of any small schema', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\\', '"', '&lt;', '\u200b', '😀', 'e\u0301'),
      maxLength: 6,
    });
    const value = fc.oneof(
      letters,
      fc.constantFrom(null, '', 0, 1.5, true, [], {}),
      fc.array(letters, { maxLength: 3 }),
      fc.record({ a: letters }),
    );
    const property = fc.constantFrom(
      { type: 'string' },
      { type: ['string', 'null'] },
      { type: 'number' },
      { type: ['integer', 'null'] },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' } },
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      { enum: ['', 'a', null, 0, '0'] },
      { type: 'array', items: { enum: ['a', ' ', 'aa'] } },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'object', properties: { a: {} } } } },
      { type: ['object', 'null'], properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
      {},
    );
    const keys = ['a', 'b', '__proto__'];
    const record = <T>(arbitrary: fc.Arbitrary<T>) =>
      fc
        .array(fc.tuple(fc.constantFrom(...keys), arbitrary), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries));

    fc.assert(
      fc.property(record(property), fc.subarray(keys), record(value), (properties, required, args) => {
        const described = describeForm({ type: 'object', properties, required }, canonicalText(args));
        fc.pre(described.kind === 'form');
        // Whether the proposal is valid is another question than whether the form keeps it.
        const unchecked = { ...described, schema: true };
        expect(submit(unchecked)).toEqual({ kind: 'args', argsJson: canonicalText(args) });
      }),
      { numRuns: 2_000 },
    );
  });
});
