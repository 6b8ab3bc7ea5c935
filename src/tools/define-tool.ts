import { z } from 'zod';
import { canonicalText, readArguments } from '../domain/canonical-json.ts';
import { type Capability, type CapabilitySet, union } from '../domain/capability.ts';
import type { EffectKind } from '../domain/effect.ts';
import type { JsonObject, Tool, ToolContext, ToolOutput } from '../ports/tools.ts';
import { definitionHash } from './definition-hash.ts';

/** A plain TypeScript tool and everything the gate needs to know about it. */
export interface ToolDefinition<Input extends z.ZodObject> {
  /** `area.verb_object`; what the model calls. */
  readonly name: string;
  /** For people: what it does, in a few words. */
  readonly title: string;
  /** For the model. */
  readonly description: string;
  readonly input: Input;
  readonly version: string;
  /** Every capability a call may need. */
  readonly capabilities: readonly Capability[];
  /** The part of `capabilities` that calls with these arguments need; absent: all of them. */
  readonly capabilitiesFor?: (args: z.output<Input>) => readonly Capability[];
  readonly effect: EffectKind;
  /** Its approval may be remembered. Leave false for what takes commands, queries or addresses. */
  readonly cacheable?: boolean;
  readonly destructive?: boolean;
  readonly needsApproval?: boolean;
  /** Its results come from outside and may hold planted instructions. */
  readonly ingestsUntrusted?: boolean;
  /** Why this call may not be made at all, whoever approves it; null to let it through. */
  readonly veto?: (args: z.output<Input>) => string | null;
  /** What the sandbox would say to this call; null to let it through. */
  readonly sandbox?: (args: z.output<Input>) => string | null;
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<ToolOutput> | ToolOutput;
  readonly reconcile?: (idempotencyKey: string) => Promise<ToolOutput | 'did-not-run' | 'cannot-tell'>;
}

/** Makes a tool from a definition. Unknown arguments are refused even where the schema forgot to say so. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const input = definition.input.strict();
  const inputSchema = jsonSchemaOf(input);
  const spec = { name: definition.name, description: definition.description, inputSchema };
  const all: CapabilitySet = new Set(definition.capabilities);
  const parse = (args: JsonObject): z.output<Input> => input.parse(args) as z.output<Input>;
  const fits = (args: JsonObject): boolean => input.safeParse(args).success;
  return {
    spec,
    title: definition.title,
    kind: 'executable',
    definitionHash: definitionHash({
      namespace: 'builtin',
      spec,
      capabilities: all,
      version: definition.version,
    }),
    effect: definition.effect,
    destructive: definition.destructive ?? false,
    invalid(args) {
      const parsed = input.safeParse(args);
      return parsed.success ? null : describe(parsed.error);
    },
    veto(args) {
      const reason = fits(args) ? (definition.veto?.(parse(args)) ?? null) : null;
      return reason === null ? null : { reason };
    },
    needsApproval: () => definition.needsApproval ?? false,
    requiredCapabilities(args) {
      // Arguments that do not fit are never run; until they do, the tool needs everything it could need.
      if (definition.capabilitiesFor === undefined || !fits(args)) return all;
      return union(new Set(), new Set(definition.capabilitiesFor(parse(args))));
    },
    cacheableApproval: () => definition.cacheable ?? false,
    sandboxWouldDeny: (args) => (fits(args) ? (definition.sandbox?.(parse(args)) ?? null) : null),
    ingestsUntrusted: () => definition.ingestsUntrusted ?? false,
    execute: async (args, context) => await definition.run(parse(args), context),
    ...(definition.reconcile === undefined ? {} : { reconcile: definition.reconcile }),
  };
}

/** The schema as plain canonical data, so that its hash is stable over zod's object identities. */
function jsonSchemaOf(input: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input);
  const reading = readArguments(JSON.stringify(schema));
  if (reading.kind === 'refused') throw new Error(`a tool's schema is not canonical JSON: ${reading.reason}`);
  canonicalText(reading.value);
  return reading.value;
}

const MAX_ISSUES = 5;

function describe(error: z.ZodError): string {
  const issues = error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const where = path.map(String).join('.');
    return where === '' ? message : `${where}: ${message}`;
  });
  return issues.join('; ');
}
