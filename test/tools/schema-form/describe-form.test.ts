import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/domain/canonical-json.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { fieldAt, formFor, objectSchema } from '../../support/edit-forms.ts';

function inputFor(property: unknown, proposed?: JsonValue): unknown {
  const model = formFor(objectSchema({ p: property }), proposed === undefined ? {} : { p: proposed });
  const { input, initial } = fieldAt(model, 'p');
  return { kind: input.kind, entered: initial.entered };
}

function optionsOf(property: unknown, args: JsonValue = {}, ...required: string[]): unknown {
  const { input, initial } = fieldAt(formFor(objectSchema({ p: property }, ...required), args), 'p');
  if (input.kind !== 'choice') throw new Error(input.kind);
  const chosen = input.options.find(({ id }) => id === initial.entered[0]);
  return { options: input.options.map(({ label }) => label), chosen: chosen?.label };
}

describe('the field for a property', () => {
  it.each<[string, unknown, JsonValue | undefined, unknown]>([
    ['a text', { type: 'string' }, 'hello', { kind: 'text', entered: ['hello'] }],
    ['a text that was left out', { type: 'string' }, undefined, { kind: 'text', entered: [] }],
    ['a number', { type: 'number' }, 1.5, { kind: 'number', entered: ['1.5'] }],
    ['a nullable number', { type: ['integer', 'null'] }, null, { kind: 'number', entered: [] }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, ['a', 'b'], { kind: 'list', entered: ['a\nb'] }],
    [
      'a list of numbers',
      { type: 'array', items: { type: 'number' } },
      [1, 2.5],
      { kind: 'list', entered: ['1\n2.5'] },
    ],
    [
      'a list with an empty text',
      { type: 'array', items: { type: 'string' } },
      [''],
      { kind: 'json', entered: ['[\n  ""\n]'] },
    ],
    ['a set of values', { type: 'array', items: { enum: ['x', 'y'] } }, ['y'], { kind: 'choices', entered: ['o1'] }],
    [
      'repeated values',
      { type: 'array', items: { enum: ['x'] } },
      ['x', 'x'],
      { kind: 'json', entered: ['[\n  "x",\n  "x"\n]'] },
    ],
    [
      'a list of objects',
      { type: 'array', items: { type: 'object' } },
      [{}],
      { kind: 'json', entered: ['[\n  {}\n]'] },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'string' } },
      { a: 'b' },
      { kind: 'json', entered: ['{\n  "a": "b"\n}'] },
    ],
    ['anything', {}, 7, { kind: 'json', entered: ['7'] }],
    ['a value of the wrong type', { type: 'string' }, 7, { kind: 'json', entered: ['7'] }],
    [
      'one text or several',
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      'x',
      { kind: 'list', entered: ['x'] },
    ],
    [
      'a choice of objects',
      { oneOf: [{ type: 'object' }, { type: 'array' }] },
      undefined,
      { kind: 'json', entered: [] },
    ],
    ['merged branches', { allOf: [{ type: 'string' }, { maxLength: 5 }] }, 'x', { kind: 'text', entered: ['x'] }],
  ])('suits %s', (_name, property, proposed, field) => {
    expect(inputFor(property, proposed)).toEqual(field);
  });

  it('follows local references', () => {
    const schema = { type: 'object', properties: { p: { $ref: '#/$defs/t' } }, $defs: { t: { type: 'string' } } };

    expect(fieldAt(formFor(schema, { p: 'x' }), 'p').input.kind).toBe('text');
  });

  it('is JSON where references go round too often', () => {
    const model = formFor({ type: 'object', properties: { p: { $ref: '#' } } }, { p: { p: { p: { p: {} } } } });

    expect(model.fields.at(-1)).toMatchObject({ path: ['p', 'p', 'p', 'p'], input: { kind: 'json' } });
  });

  it('has a name, a title, and a hint with description, bounds and default', () => {
    const property = {
      type: 'integer',
      title: 'Page size',
      description: 'How  many.',
      minimum: 1,
      maximum: 50,
      default: 10,
    };
    const { label, hint } = fieldAt(formFor(objectSchema({ perPage: property }), {}), 'perPage');

    expect([label, hint]).toEqual(['perPage (Page size)', 'How many. At least 1. At most 50. Default: 10.']);
  });

  it('is required when the schema says so', () => {
    const model = formFor(objectSchema({ a: { type: 'string' }, b: { type: 'string' } }, 'a'), { a: 'x' });

    expect(model.fields.map(({ required }) => required)).toEqual([true, false]);
  });
});

describe('a choice', () => {
  it('lists the values of a required enum', () => {
    expect(optionsOf({ enum: ['asc', 'desc'] }, { p: 'desc' }, 'p')).toEqual({
      options: ['asc', 'desc'],
      chosen: 'desc',
    });
  });

  it('offers to leave out what is optional, with the default that then holds', () => {
    expect(optionsOf({ type: 'boolean', default: true })).toEqual({
      options: ['Leave out (default: true)', 'true', 'false'],
      chosen: 'Leave out (default: true)',
    });
  });

  it('offers null where the schema does', () => {
    expect(optionsOf({ type: ['boolean', 'null'] }, { p: null }, 'p')).toEqual({
      options: ['true', 'false', 'null'],
      chosen: 'null',
    });
  });

  it('quotes a text that looks like another value', () => {
    expect(optionsOf({ enum: ['1', 1, ''] }, { p: 1 }, 'p')).toEqual({ options: ['"1"', '1', '""'], chosen: '1' });
  });

  it('drops values that have no canonical text', () => {
    expect(optionsOf({ enum: ['a', '\ud800'] }, { p: 'a' }, 'p')).toEqual({ options: ['a'], chosen: 'a' });
  });
});

describe('nested objects', () => {
  const schema = objectSchema({ filter: objectSchema({ status: { type: 'string' }, page: { type: 'integer' } }) });

  it('have a field a property', () => {
    const model = formFor(schema, { filter: { status: 'open' } });

    expect(model.fields.map(({ label }) => label)).toEqual(['filter › status', 'filter › page']);
  });

  it('ask what to become when nothing is filled in only where the proposal was empty', () => {
    const model = formFor(schema, { filter: {} });

    expect(model.fields[0]?.label).toBe('filter: when nothing in it is filled in');
  });

  it('show entries of no property in a field of their own', () => {
    const model = formFor(schema, { filter: {}, extra: 1 });

    expect(model.fields.at(-1)?.initial.entered).toEqual(['{\n  "extra": 1\n}']);
  });

  it('are one JSON field where the proposal has something else', () => {
    expect(fieldAt(formFor(schema, { filter: 'all' }), 'filter').input.kind).toBe('json');
  });

  it('are one JSON field where they are nested too deep', () => {
    const nest = (depth: number): unknown => (depth === 0 ? { type: 'string' } : objectSchema({ a: nest(depth - 1) }));
    const model = formFor(nest(5), { a: { a: { a: { a: { a: 'x' } } } } });

    expect(fieldAt(model, 'a.a.a.a').input.kind).toBe('json');
  });
});

describe('a large form', () => {
  const many = (count: number, property: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, property]));

  it('keeps fields for what was proposed and folds what was left out', () => {
    const model = formFor(objectSchema(many(200, { type: 'string' })), { p7: 'x' });

    expect(model.fields.map(({ path, input }) => `${path.join('.')} ${input.kind}`)).toEqual(['p7 text', ' others']);
  });

  it('is one JSON field when too much was proposed', () => {
    const model = formFor(
      objectSchema(many(200, { type: 'string' })),
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, 'x'])),
    );

    expect(model.fields.map(({ input }) => input.kind)).toEqual(['json']);
  });
});

describe('a form is refused', () => {
  it('when a value is longer than a form can hold, which it names', () => {
    const described = describeForm(
      objectSchema({ body: { type: 'string' } }),
      JSON.stringify({ body: 'x'.repeat(100_000) }),
    );

    expect(described).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('“body” alone takes 100002 characters'),
    });
  });

  it('when there is nothing to edit', () => {
    expect(describeForm({ type: 'object' }, '{}')).toEqual({
      kind: 'refused',
      reason: 'This tool takes no arguments, so there is nothing to edit.',
    });
  });

  it('when the arguments cannot be read', () => {
    expect(describeForm({ type: 'object' }, '[1]')).toMatchObject({ kind: 'refused' });
  });
});

describe('a schema that cannot be used', () => {
  it('gives one JSON field and a note without the words of an exception', () => {
    const model = formFor({ type: 'strange' }, { a: 1 });

    expect([model.fields.map(({ input }) => input.kind), model.notes]).toEqual([
      ['json'],
      ["This tool's schema cannot be used, so what you enter is not checked against it."],
    ]);
  });

  it.each([true, {}, { $schema: 'x' }, { type: 'object', additionalProperties: true }])(
    'is another thing than one that allows anything: %j',
    (schema) => {
      const model = formFor(schema, { a: 1 });

      expect([model.fields.length, model.notes]).toEqual([1, []]);
    },
  );
});
