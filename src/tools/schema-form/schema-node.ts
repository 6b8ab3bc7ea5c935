import { isSchemaObject, namesIn, propertiesOf, resolveSchema, type SchemaObject } from './resolve-schema.ts';

/** What a schema says about how a value is entered. It only chooses a field: what is valid is ajv's to say. */
export interface SchemaNode {
  readonly schema: SchemaObject;
  readonly nullable: boolean;
  readonly shape: Shape;
}

export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'choices'; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly items: 'text' | 'number'; readonly orSingle: boolean }
  | {
      readonly kind: 'object';
      readonly properties: ReadonlyMap<string, unknown>;
      readonly required: ReadonlySet<string>;
      readonly open: boolean;
    }
  | { readonly kind: 'any' };

/** Nesting of unions that is looked through. */
const MAX_UNION_DEPTH = 4;

const ANY: Shape = { kind: 'any' };

export function readNode(schema: unknown, root: unknown, depth = 0): SchemaNode {
  const resolved = resolveSchema(schema, root);
  if (resolved === null) return { schema: isSchemaObject(schema) ? schema : {}, nullable: false, shape: ANY };

  const types = typesOf(resolved);
  const nullableByType = types.length > 1 && types.includes('null');
  const branches = branchesOf(resolved);
  const union = branches === null || hasOwnShape(resolved, types) ? null : readUnion(branches, root, depth);
  if (union)
    return { schema: { ...union.schema, ...resolved }, nullable: nullableByType || union.nullable, shape: union.shape };

  const shape = shapeOf(
    resolved,
    types.filter((type) => type !== 'null'),
    root,
    depth,
  );
  return { schema: resolved, nullable: nullableByType || hasNullValue(resolved), shape };
}

function typesOf(schema: SchemaObject): readonly string[] {
  const type = schema['type'];
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  if (isSchemaObject(schema['properties'])) return ['object'];
  if ('items' in schema) return ['array'];
  return 'pattern' in schema || 'minLength' in schema || 'maxLength' in schema ? ['string'] : [];
}

function branchesOf(schema: SchemaObject): readonly unknown[] | null {
  const branches = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(branches) && branches.length > 0 ? branches : null;
}

/** Properties or values beside a union: the union then only restricts, which is for the validator. */
function hasOwnShape(schema: SchemaObject, types: readonly string[]): boolean {
  if (isSchemaObject(schema['properties']) || Array.isArray(schema['enum']) || 'const' in schema) return true;
  return types.length === 1 && types[0] !== 'object' && types[0] !== 'array';
}

function shapeOf(schema: SchemaObject, types: readonly string[], root: unknown, depth: number): Shape {
  if ('const' in schema) return { kind: 'choice', values: [schema['const']] };
  if (Array.isArray(schema['enum'])) return { kind: 'choice', values: schema['enum'] };
  if (types.length !== 1) return ANY;
  switch (types[0]) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number', integer: types[0] === 'integer' };
    case 'boolean':
      return { kind: 'choice', values: [true, false] };
    case 'array':
      return listShape(schema, root, depth);
    case 'object':
      return objectShape(schema);
    default:
      return ANY;
  }
}

/** `additionalProperties: true` or `{}` only tolerates other entries; a schema for them invites them. */
function objectShape(schema: SchemaObject): Shape {
  const properties = propertiesOf(schema);
  const extra = schema['additionalProperties'];
  const invitesExtra = isSchemaObject(extra) && Object.keys(extra).length > 0;
  const open = invitesExtra || isSchemaObject(schema['patternProperties']);
  if (properties.size === 0) return ANY;
  return { kind: 'object', properties, required: new Set(namesIn(schema['required'])), open };
}

function listShape(schema: SchemaObject, root: unknown, depth: number): Shape {
  if ('prefixItems' in schema || !isSchemaObject(schema['items']) || depth >= MAX_UNION_DEPTH) return ANY;
  const item = readNode(schema['items'], root, depth + 1);
  if (item.nullable) return ANY;
  if (item.shape.kind === 'text' || item.shape.kind === 'number') {
    return { kind: 'list', items: item.shape.kind, orSingle: false };
  }
  return item.shape.kind === 'choice' ? { kind: 'choices', values: item.shape.values } : ANY;
}

/** A union that one field can enter: with null, of fixed values, of one scalar type, or of a scalar and its list. */
function readUnion(branches: readonly unknown[], root: unknown, depth: number): SchemaNode | null {
  if (depth >= MAX_UNION_DEPTH) return null;
  const nodes = branches.map((branch) => readNode(branch, root, depth + 1));
  const others = nodes.filter((node) => !isNull(node));
  const nullable = others.length < nodes.length || others.some((node) => node.nullable);
  const [first, second] = others;
  if (first === undefined) return { schema: {}, nullable: false, shape: { kind: 'choice', values: [null] } };
  if (second === undefined) return { ...first, nullable };
  const shape = joinShapes(others.map((node) => node.shape));
  return shape && { schema: {}, nullable, shape };
}

function joinShapes(shapes: readonly Shape[]): Shape | null {
  const values = shapes.map((shape) => (shape.kind === 'choice' ? shape.values : null));
  if (values.every((each) => each !== null)) return { kind: 'choice', values: values.flat() };

  const isText = (shape: Shape) =>
    shape.kind === 'text' || (shape.kind === 'choice' && shape.values.every((value) => typeof value === 'string'));
  if (shapes.every(isText)) return { kind: 'text' };
  if (shapes.every((shape) => shape.kind === 'number')) return { kind: 'number', integer: false };

  const list = shapes.find((shape) => shape.kind === 'list');
  const rest = shapes.filter((shape) => shape !== list);
  if (list?.kind !== 'list') return null;
  return rest.every((shape) => shape.kind === list.items) ? { ...list, orSingle: true } : null;
}

function isNull(node: SchemaNode): boolean {
  return node.schema['type'] === 'null' || node.schema['const'] === null;
}

function hasNullValue(schema: SchemaObject): boolean {
  return Array.isArray(schema['enum']) && schema['enum'].includes(null);
}
