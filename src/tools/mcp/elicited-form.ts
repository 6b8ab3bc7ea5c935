import { z } from 'zod';
import { canonicalText, isJsonObject, readJson } from '../../domain/canonical-json.ts';

/** A form people can still look over; the largest in MCP's own examples has a few hundred characters. */
const MAX_SCHEMA_CHARS = 50_000;

const titled = z.array(z.object({ const: z.string(), title: z.string().catch('') })).min(1);
const property = z.looseObject({
  description: z.string().optional().catch(undefined),
  enum: z.array(z.string()).optional().catch(undefined),
  enumNames: z.array(z.string()).optional().catch(undefined),
  oneOf: titled.optional().catch(undefined),
  items: z
    .looseObject({ anyOf: titled.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const requested = z.looseObject({ properties: z.record(z.string(), property) });

/**
 * A requested schema as canonical text for a form of ours. MCP spells choices in four ways; they become an `enum`, with
 * what each value is called told in the description. Null when nothing can be made of it.
 */
export function formSchemaOf(schema: unknown): string | null {
  const read = requested.safeParse(schema);
  if (!read.success) return null;
  const properties = Object.fromEntries(
    Object.entries(read.data.properties).map(([name, one]) => [name, plainProperty(one)] as const),
  );
  const reading = readJson(JSON.stringify({ ...read.data, type: 'object', properties, additionalProperties: false }));
  if (reading.kind === 'refused' || !isJsonObject(reading.value)) return null;
  const text = canonicalText(reading.value);
  return text.length <= MAX_SCHEMA_CHARS ? text : null;
}

function plainProperty({ enumNames, oneOf, items, ...rest }: z.output<typeof property>): object {
  const many = items?.anyOf;
  const choices =
    oneOf ?? many ?? rest.enum?.map((value, n) => ({ const: value, title: enumNames?.[n] ?? '' })) ?? null;
  if (choices === null) return { ...rest, ...(items === undefined ? {} : { items }) };
  const named = choices.filter(({ const: value, title }) => title !== '' && title !== value);
  const legend = named.map(({ const: value, title }) => `${value}: ${title}`).join('; ');
  const description = [rest.description ?? '', legend].filter((part) => part !== '').join(' – ');
  const values = choices.map(({ const: value }) => value);
  const shape = many === undefined ? { enum: values } : { items: { type: 'string', enum: values } };
  return { ...rest, ...shape, ...(description === '' ? {} : { description }) };
}
