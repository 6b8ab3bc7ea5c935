/** A JSON Schema object. Keywords are read by name; property names only ever by entry. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** `$ref`s and single-branch wrappers followed for one schema; a cycle ends here and is entered as JSON. */
const MAX_INDIRECTIONS = 16;

/** Follows local `$ref`s and merges `allOf` branches; null for boolean schemas, remote and dangling references. */
export function resolveSchema(schema: unknown, root: unknown): SchemaObject | null {
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

export function propertiesOf(schema: SchemaObject): ReadonlyMap<string, unknown> {
  return new Map(isSchemaObject(schema['properties']) ? Object.entries(schema['properties']) : []);
}

export function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
