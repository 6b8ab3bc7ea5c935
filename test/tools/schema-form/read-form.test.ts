import { describe, expect, it } from 'vitest';
import { readForm } from '../../../src/tools/schema-form/read-form.ts';
import { edit, fieldAt, formFor, objectSchema, outcomeOf, submit } from '../../support/edit-forms.ts';

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const MISSING = 'This has to be filled in.';

describe('an edited field', () => {
  it('changes its property and no other', () => {
    expect(edit(objectSchema({ a: TEXT, b: TEXT }), { a: ' x ', b: 'y' }, { b: 'z' })).toEqual({ a: ' x ', b: 'z' });
  });

  it('gives canonical arguments', () => {
    const model = formFor(objectSchema({ b: { type: 'number' }, a: TEXT }), { a: '', b: 1 });

    expect(submit(model, { b: '2.50' })).toEqual({ kind: 'args', argsJson: '{"a":"","b":2.5}' });
  });

  it('keeps property names that are special in JavaScript', () => {
    const schema = objectSchema(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'));
    const model = formFor(schema, JSON.parse('{"__proto__":"a"}'));

    expect(submit(model, { constructor: 'b' })).toEqual({
      kind: 'args',
      argsJson: '{"__proto__":"a","constructor":"b"}',
    });
  });

  it('joins the boxes of a long value without a separator', () => {
    const long = 'word '.repeat(1_500).trim();
    const [first = '', ...rest] = fieldAt(formFor(objectSchema({ a: TEXT }), { a: long }), 'a').initial.entered;

    expect(edit(objectSchema({ a: TEXT }), { a: long }, { a: [`New ${first}`, ...rest] })).toEqual({
      a: `New ${long}`,
    });
  });

  it('reads Windows line ends as line ends', () => {
    expect(edit(objectSchema({ a: TEXT }), { a: 'x' }, { a: 'one\r\ntwo' })).toEqual({ a: 'one\ntwo' });
  });

  it('reads escapes only where the field is escaped', () => {
    expect(edit(objectSchema({ a: TEXT, b: TEXT }), { a: 'a\t', b: 'b' }, { a: '\\t\\\\', b: '\\t\\\\' })).toEqual({
      a: '\t\\',
      b: '\\t\\\\',
    });
  });

  it('may become true, false or nothing by choice', () => {
    expect(edit(objectSchema({ a: { type: 'boolean' } }), { a: true }, { a: 'Leave out' })).toEqual({});
  });

  it('keeps the order of proposed values and adds others after them', () => {
    const schema = objectSchema({ a: { type: 'array', items: { enum: ['x', 'y', 'z'] } } });

    expect(edit(schema, { a: ['z', 'y'] }, { a: ['x', 'y', 'z'] })).toEqual({ a: ['z', 'y', 'x'] });
  });

  it('is a list of its lines, empty ones ignored', () => {
    expect(edit(objectSchema({ a: TEXTS }), { a: ['x'] }, { a: ' x \n\ny' })).toEqual({ a: ['x', 'y'] });
  });

  it('stays one text where one or several are allowed, and becomes a list with a second', () => {
    const schema = objectSchema({ a: { anyOf: [TEXT, TEXTS] } });

    expect([
      edit(schema, { a: 'x' }, { a: 'y' }),
      edit(schema, { a: 'x' }, { a: 'y\nz' }),
      edit(schema, { a: ['x'] }, { a: 'y' }),
    ]).toEqual([{ a: 'y' }, { a: ['y', 'z'] }, { a: ['y'] }]);
  });
});

describe('left out, null and empty', () => {
  const nullable = { type: ['string', 'null'] };

  it('are three proposals with three initial meanings', () => {
    const meaning = (args: Record<string, string | null>) =>
      fieldAt(formFor(objectSchema({ a: nullable }), args), 'a').initial.whenEmpty;

    expect([meaning({}), meaning({ a: null }), meaning({ a: '' })]).toEqual(['omit', 'null', 'empty']);
  });

  it('are asked for only where an empty box is ambiguous', () => {
    const meanings = (property: unknown, args: Record<string, string | null>, ...required: string[]) =>
      fieldAt(formFor(objectSchema({ a: property }, ...required), args), 'a').emptyMeanings;

    expect([
      meanings(TEXT, { a: 'x' }, 'a'),
      meanings(TEXT, { a: 'x' }),
      meanings(TEXT, { a: '' }),
      meanings(nullable, {}),
    ]).toEqual([[], ['omit'], ['omit', 'empty'], ['omit', 'null']]);
  });

  it('is left out when an optional box is emptied', () => {
    expect(edit(objectSchema({ a: TEXT }), { a: 'x' }, { a: '' })).toEqual({});
  });

  it('is an error when a required box is emptied', () => {
    expect(edit(objectSchema({ a: TEXT }, 'a'), { a: 'x' }, { a: '' })).toEqual({ errors: { a: MISSING } });
  });

  it.each([
    ['omit', {}],
    ['null', { a: null }],
    ['empty', { a: '' }],
  ] as const)('is what the person says an empty box means: %s', (whenEmpty, args) => {
    const model = formFor(objectSchema({ a: nullable, b: TEXT }), { a: '' });

    expect(outcomeOf(model, submit(model, { a: { entered: [''], whenEmpty } }))).toEqual(args);
  });

  it('is nothing of it when the box is filled in', () => {
    expect(edit(objectSchema({ a: nullable }), { a: null }, { a: 'null' })).toEqual({ a: 'null' });
  });

  it('is an empty list for a list', () => {
    const model = formFor(objectSchema({ a: TEXTS }), { a: [] });

    expect(submit(model)).toEqual({ kind: 'args', argsJson: '{"a":[]}' });
  });

  it('never takes a meaning the field does not offer', () => {
    const model = formFor(objectSchema({ a: TEXT }, 'a'), { a: 'x' });

    expect(outcomeOf(model, submit(model, { a: { entered: [''], whenEmpty: 'null' } }))).toEqual({
      errors: { a: MISSING },
    });
  });
});

describe('an object with fields', () => {
  const schema = objectSchema(
    { f: objectSchema({ a: TEXT, n: { type: 'integer' } }, 'a'), g: objectSchema({ b: TEXT }) },
    'g',
  );

  it('is left out with its last value when it is optional', () => {
    expect(edit(schema, { f: { a: 'x' }, g: {} }, { 'f.a': '' })).toEqual({ g: {} });
  });

  it('stays as an empty object when it is required', () => {
    expect(edit(schema, { g: { b: 'x' } }, { 'g.b': '' })).toEqual({ g: {} });
  });

  it('appears with its first value', () => {
    expect(edit(schema, { g: {} }, { 'f.a': 'x' })).toEqual({ f: { a: 'x' }, g: {} });
  });

  it('needs its required values once it is there', () => {
    expect(edit(schema, { g: {} }, { 'f.n': '3' })).toEqual({ errors: { 'f.a': MISSING } });
  });
});

describe('JSON that was entered', () => {
  const schema = objectSchema({ a: {}, b: TEXT });

  it('may be any value', () => {
    expect(edit(schema, { a: 1 }, { a: '[null, "x"]' })).toEqual({ a: [null, 'x'] });
  });

  it('is refused with line and column', () => {
    const model = formFor(schema, { a: 1 });

    expect(submit(model, { a: '{\n  "x": tru\n}' })).toMatchObject({
      errors: new Map([['f0', expect.stringMatching(/^Line 2, column 8: /)]]),
    });
  });

  it.each(['{"x":1,"x":2}', '1 2', '1,"b":2', '1e400', '9007199254740993', '{"x":1}}', "{'x':1}", '{"x":"\\ud800"}'])(
    'is read strictly: %s',
    (text) => {
      expect(edit(schema, { a: 1 }, { a: text })).toHaveProperty('errors.a');
    },
  );

  it('is told about curly quotes', () => {
    expect(edit(schema, { a: 1 }, { a: '{“x”:1}' })).toEqual({
      errors: { a: 'Use straight quotes (") in JSON, not curly ones.' },
    });
  });

  it('for other entries must be an object', () => {
    const model = formFor(objectSchema({ a: TEXT }), { z: 1 });
    const reading = submit(model, { '': '[1]' });

    expect(outcomeOf(model, reading)).toEqual({
      errors: { '': 'This must be a JSON object, such as {"name": "value"}.' },
    });
  });

  it('for other entries may not repeat a field', () => {
    const model = formFor(objectSchema({ a: TEXT }), { z: 1 });

    expect(outcomeOf(model, submit(model, { '': '{"a":"x"}' }))).toEqual({
      errors: { '': '“a” has a field of its own.' },
    });
  });
});

describe('what the schema refuses', () => {
  it.each<[string, unknown, string, string]>([
    ['a number that is none', { type: 'integer' }, 'many', 'Enter a whole number, such as 42.'],
    ['a fraction', { type: 'integer' }, '1.5', 'Must be a whole number.'],
    ['a number too large', { type: 'number', maximum: 10 }, '11', 'Must be at most 10.'],
    ['a text too long', { type: 'string', maxLength: 2 }, 'abc', 'Must have at most 2 characters.'],
    ['a format', { type: 'string', format: 'email' }, 'nobody', 'Must have the format email.'],
    ['a pattern', { type: 'string', pattern: '^a+$' }, 'b', 'Must match the pattern ^a+$'],
    ['too many items', { type: 'array', items: TEXT, maxItems: 1 }, 'a\nb', 'Must have at most 1 items.'],
    [
      'an item',
      { type: 'array', items: { type: 'string', minLength: 2 } },
      'ab\nc',
      'At 1: must have at least 2 characters.',
    ],
  ])('is said at its field: %s', (_name, property, entered, problem) => {
    expect(edit(objectSchema({ first: TEXT, a: property }), {}, { a: entered })).toEqual({ errors: { a: problem } });
  });

  it('is said at a nested field', () => {
    const schema = objectSchema({ f: objectSchema({ a: { type: 'string', minLength: 3 }, b: TEXT }) });

    expect(edit(schema, { f: { b: 'x' } }, { 'f.a': 'ab' })).toEqual({
      errors: { 'f.a': 'Must have at least 3 characters.' },
    });
  });

  it('is said of the branch of a union that was meant', () => {
    const schema = objectSchema({ a: { anyOf: [TEXTS, { type: 'string', minLength: 3 }] } });

    expect(edit(schema, { a: 'abc' }, { a: 'ab' })).toEqual({ errors: { a: 'Must have at least 3 characters.' } });
  });

  it('is said at every field at once', () => {
    const schema = objectSchema({ a: { type: 'number', minimum: 5 }, b: { type: 'number', minimum: 5 } });

    expect(edit(schema, { a: 5, b: 5 }, { a: '1', b: '2' })).toEqual({
      errors: { a: 'Must be at least 5.', b: 'Must be at least 5.' },
    });
  });

  it('is said at the first field where it belongs to none', () => {
    const schema = { type: 'object', properties: { a: TEXT, b: TEXT }, maxProperties: 1 };

    expect(edit(schema, { a: 'x' }, { b: 'y' })).toHaveProperty('errors.a');
  });

  it('is said of a proposal too, though nobody touched it', () => {
    const model = formFor(objectSchema({ a: { type: 'string', minLength: 3 } }), { a: 'x' });

    expect(outcomeOf(model, submit(model))).toEqual({ errors: { a: 'Must have at least 3 characters.' } });
  });
});

describe('values that did not come from the form', () => {
  it('are an error where a field is missing', () => {
    const model = formFor(objectSchema({ a: TEXT }), { a: 'x' });

    expect(outcomeOf(model, readForm(model, new Map()))).toEqual({
      errors: { a: 'This field did not arrive. Close the form and open it again.' },
    });
  });

  it('are an error where an option does not exist', () => {
    expect(edit(objectSchema({ a: { enum: ['x'] } }), {}, { a: 'forged' })).toEqual({
      errors: { a: 'Choose one of the options.' },
    });
  });
});
