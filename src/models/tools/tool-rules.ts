/** What a provider accepts in a function tool. Names are the same for all: wire-name.ts. */
export interface ToolRules {
  /** Longest description in UTF-16 units; the rest is carried by the parameters' own description. */
  readonly maxDescription: number;
  /** Keywords the provider reads besides `type`, `properties`, `required` and `items`. */
  readonly keywords: ReadonlySet<string>;
  /** What names of top-level parameters must look like; others are renamed on the way out and back. */
  readonly parameterName: RegExp | null;
  /** `one`: several types are spelt as alternatives. */
  readonly types: 'many' | 'one';
  /** Whether the provider follows `$ref` into `$defs`; where not, what is referred to is written out. */
  readonly references: 'shared' | 'written-out';
  /** A request whose history holds calls must declare tools, even where none may be called. */
  readonly declaresCalledTools: boolean;
  /** Its own search works beside function tools. */
  readonly searchBesideTools: boolean;
}

const annotations = ['title', 'description', 'format', 'enum', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;

/** Keywords of the JSON Schema subset that Gemini reads (parametersJsonSchema). */
export const GOOGLE_KEYWORDS: ReadonlySet<string> = new Set([
  ...annotations,
  'anyOf',
  'prefixItems',
  'additionalProperties',
]);

/** Keywords of JSON Schema 2020-12 that mean the same wherever they stand; references are resolved before. */
export const FULL_KEYWORDS: ReadonlySet<string> = new Set([
  ...GOOGLE_KEYWORDS,
  'default',
  'const',
  'pattern',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'examples',
  'oneOf',
  'allOf',
  'not',
  'contains',
  'propertyNames',
  'patternProperties',
  'if',
  'then',
  'else',
]);
