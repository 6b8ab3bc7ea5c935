import { createHash } from 'node:crypto';
import { canonicalText } from '../domain/canonical-json.ts';
import { type Capability, capabilityList } from '../domain/capability.ts';
import type { JsonObject, ToolSpec } from '../ports/tools.ts';

/** What makes a tool that very tool. An approval or a grant for one definition does not serve another. */
export interface Definition {
  /** Which server or module it comes from. */
  readonly namespace: string;
  readonly spec: ToolSpec;
  readonly capabilities: ReadonlySet<Capability>;
  /** Version of the code or server that runs it. */
  readonly version: string;
}

/** SHA-256 over the canonical text of a definition, lower-case hex. */
export function definitionHash({ namespace, spec, capabilities, version }: Definition): string {
  const value: JsonObject = {
    namespace,
    name: spec.name,
    description: spec.description,
    inputSchema: spec.inputSchema,
    capabilities: [...capabilityList(capabilities)],
    version,
  };
  return createHash('sha256').update(canonicalText(value), 'utf8').digest('hex');
}
