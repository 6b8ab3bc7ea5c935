/** A JSON Schema object. Keywords are read by name; property names only ever by entry. */
export type SchemaObject = Readonly<Record<string, unknown>>;

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

/** `$ref`s and single-branch wrappers followed for one schema; a cycle ends here and is entered as JSON. */
const MAX_INDIRECTIONS = 16;

/** Nesting of unions that is looked through. */
const MAX_UNION_DEPTH = 4;

const ANY: Shape = { kind: 'any' };

export function readNode(schema: unknown, root: unknown, depth = 0): SchemaNode {
  const resolved = resolve(schema, root);
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

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows local `$ref`s and merges `allOf` branches; null for boolean schemas, remote and dangling references. */
function resolve(schema: unknown, root: unknown): SchemaObject | null {
  let current = schema;
  for (let step = 0; step < MAX_INDIRECTIONS; step += 1) {
    if (!isSchemaObject(current)) return null;
    if (typeof current['$ref'] === 'string') {
      const { $ref, ...siblings } = current;
      const target = typeof $ref === 'string' ? lookUp($ref, root) : undefined;
      if (!isSchemaObject(target)) return null;
      current = { ...target, ...siblings };
    } else if (Array.isArray(current['allOf']) && current['allOf'].every(isSchemaObject)) {
      const { allOf, ...siblings } = current;
      current = [...(Array.isArray(allOf) ? allOf : []), siblings].filter(isSchemaObject).reduce(merge, {});
    } else {
      return current;
    }
  }
  return null;
}

function merge(left: SchemaObject, right: SchemaObject): SchemaObject {
  const merged = { ...left, ...right };
  const properties = [...propertiesOf(left), ...propertiesOf(right)];
  const required = [...namesIn(left['required']), ...namesIn(right['required'])];
  return {
    ...merged,
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function lookUp(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const step of decodeFragment(reference).split('/').slice(1)) {
    if (typeof target !== 'object' || target === null) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    target = new Map<string, unknown>(Object.entries(target)).get(name);
  }
  return target;
}

function decodeFragment(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
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

function propertiesOf(schema: SchemaObject): ReadonlyMap<string, unknown> {
  return new Map(isSchemaObject(schema['properties']) ? Object.entries(schema['properties']) : []);
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
