import { describe, expect, it } from 'vitest';
import type { FormDescription, FormModel } from '../../../src/ports/edit-form.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { recordedTools } from '../../support/mcp-tools.ts';
import { partOf, thorough } from '../../support/thorough.ts';
import { type ToolExample, toolExamples } from '../../support/tool-examples.ts';

type Grade = 'typed' | 'partly' | 'json' | 'nothing to edit' | 'refused';

interface Row {
  readonly tool: string;
  readonly grade: Grade;
  readonly why: string;
}

/** Every property of tools in use, which is the hardest form a tool can ask for. */
const report = toolExamples('full', [1], partOf(recordedTools(), 800)).map(rowFor);

function rowFor({ tool, argsJson }: ToolExample): Row {
  const described = describeForm(tool.inputSchema, argsJson);
  const why = described.kind === 'refused' ? described.reason : jsonFieldsOf(described);
  return { tool: `${tool.server} ${tool.name}`, grade: gradeOf(described), why };
}

function gradeOf(described: FormDescription): Grade {
  if (described.kind === 'refused') return described.reason.includes('no arguments') ? 'nothing to edit' : 'refused';
  const json = described.fields.filter(isJson).length;
  if (json === 0) return 'typed';
  return json < described.fields.length ? 'partly' : 'json';
}

function isJson({ input }: FormModel['fields'][number]): boolean {
  return input.kind === 'json' || input.kind === 'others';
}

function jsonFieldsOf(model: FormModel): string {
  const labels = model.fields.filter(isJson).map(({ label }) => label);
  return [...model.notes, ...labels.slice(0, 5)].join(', ');
}

/** Of the tools that take arguments at all. */
function share(...grades: Grade[]): number {
  const editable = report.filter(({ grade }) => grade !== 'nothing to edit');
  return editable.filter(({ grade }) => grades.includes(grade)).length / editable.length;
}

if (process.env['REPORT'] === '1') {
  const counts = Object.groupBy(report, ({ grade }) => grade);
  console.table(
    Object.entries(counts).map(([grade, all]) => ({
      grade,
      tools: all.length,
      share: `${((100 * all.length) / report.length).toFixed(1)} %`,
    })),
  );
  for (const { tool, grade, why } of report)
    if (grade === 'json' || grade === 'refused') console.log(`${grade}: ${tool}: ${why}`);
}

describe('forms for every property of the recorded tools', () => {
  it('are a report on 3,023 tools, or on every fourth of them', () => {
    expect(report.length).toBe(thorough ? 3_023 : 756);
  });

  it('are typed throughout for at least 80 % of the tools that take arguments', () => {
    expect(share('typed')).toBeGreaterThan(0.8);
  });

  it('are typed at least in part for 97 %', () => {
    expect(share('typed', 'partly')).toBeGreaterThan(0.97);
  });

  it('are refused only with a reason', () => {
    expect(report.filter(({ grade, why }) => grade === 'refused' && why === '')).toEqual([]);
  });
});
