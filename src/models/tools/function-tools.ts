import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../domain/json/value.ts';
import type { ToolSpec } from '../../ports/tools.ts';
import { cleanParameters } from './clean-schema.ts';
import { type ParameterNames, parameterNames } from './parameter-names.ts';
import type { ToolRules } from './tool-rules.ts';
import { wireName } from './wire-name.ts';

/** A tool as it is sent, and how to read a call of it. */
export interface FunctionTool {
  readonly name: string;
  readonly sent: LanguageModelV4FunctionTool;
  readonly parameters: ParameterNames;
}

/** Converts specs for one provider, each once: a spec is the same object over a turn and its conversion the same bytes. */
export function makeFunctionTools(rules: ToolRules): (spec: ToolSpec) => FunctionTool {
  const known = new WeakMap<ToolSpec, FunctionTool>();
  return (spec) => {
    const before = known.get(spec);
    if (before !== undefined) return before;
    const tool = convert(spec, rules);
    known.set(spec, tool);
    return tool;
  };
}

function convert(spec: ToolSpec, rules: ToolRules): FunctionTool {
  const cleaned = cleanParameters(spec.inputSchema, rules);
  const properties = isJsonObject(cleaned['properties'] ?? null) ? Object.keys(cleaned['properties'] ?? {}) : [];
  const parameters = parameterNames(properties, rules.parameterName);
  const { description, schema } = within(rules.maxDescription, spec.description, renamed(cleaned, parameters));
  return {
    name: spec.name,
    // The providers differ in what `strict` is when nothing is said; a cleaned schema is never strict.
    sent: {
      type: 'function',
      name: wireName(spec.name),
      description,
      inputSchema: sdkSchema.parse(schema),
      strict: false,
    },
    parameters,
  };
}

/** The SDK hands a schema on as it is; its type is a description of the value, not a check. */
const sdkSchema = z.custom<JSONSchema7>((value) => typeof value === 'object' && value !== null);

function renamed(schema: JsonObject, names: ParameterNames): JsonObject {
  if (names.size === 0) return schema;
  const { properties, required } = schema;
  const entries = Object.entries(properties !== undefined && isJsonObject(properties) ? properties : {});
  const needed = Array.isArray(required) ? required : [];
  return {
    ...schema,
    properties: Object.fromEntries(entries.map(([name, sub]) => [names.get(name) ?? name, sub])),
    ...(needed.length === 0 ? {} : { required: needed.map((name) => names.get(String(name)) ?? name) }),
  };
}

/** A description too long for its place goes on in the description of the parameters, where there is no such limit. */
function within(
  maxChars: number,
  description: string,
  schema: JsonObject,
): { readonly description: string; readonly schema: JsonObject } {
  if (description.length <= maxChars) return { description, schema };
  const goesOn = ' (goes on in the description of the parameters)';
  const cut = maxChars - goesOn.length;
  const rest = description.slice(cut).toWellFormed();
  const own = schema['description'];
  return {
    description: description.slice(0, cut).toWellFormed() + goesOn,
    schema: { ...schema, description: typeof own === 'string' ? `${rest}\n${own}` : rest },
  };
}
