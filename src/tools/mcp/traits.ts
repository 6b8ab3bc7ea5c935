import { allCapabilities, type CapabilitySet } from '../../domain/capability.ts';
import type { EffectKind } from '../../domain/effect.ts';
import type { Annotations } from './listed-tool.ts';

/** What the gate is told about an MCP tool. */
export interface Traits {
  readonly capabilities: CapabilitySet;
  readonly effect: EffectKind;
  readonly cacheable: boolean;
  readonly destructive: boolean;
  readonly ingestsUntrusted: boolean;
}

/** A tool nobody vouches for could do anything, once. */
export const unknownTraits: Traits = {
  capabilities: allCapabilities,
  effect: 'once',
  cacheable: false,
  destructive: true,
  ingestsUntrusted: true,
};

/**
 * Takes annotations at their word; only for servers the operator trusts. What is left out has MCP's default: it writes,
 * destroys, does not bear repeating, and reaches an open world.
 */
export function trustedTraits(annotations: Annotations): Traits {
  const { destructiveHint = true, idempotentHint = false, openWorldHint = true } = annotations;
  // MCP: destructive and idempotent mean something only where the tool is not read-only; both at once is no read.
  const isRead = annotations.readOnlyHint === true && annotations.destructiveHint !== true;
  return {
    capabilities: new Set(isRead ? ['fixed-connector-read'] : ['fixed-connector-read', 'mutate-external']),
    effect: isRead ? 'read' : idempotentHint ? 'idempotent' : 'once',
    cacheable: isRead || idempotentHint,
    destructive: !isRead && destructiveHint,
    ingestsUntrusted: openWorldHint,
  };
}
