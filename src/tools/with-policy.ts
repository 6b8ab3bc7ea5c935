import { createHash } from 'node:crypto';
import { capabilityList } from '../domain/capability.ts';
import type { EffectKind } from '../domain/effect.ts';
import { isLike, type Policy, type Treatment, treatmentOf } from '../domain/policy.ts';
import type { JsonObject, Tool, Toolbox } from '../ports/tools.ts';

/** What a rule would have done in shadow mode. */
export interface ShadowVerdict {
  readonly toolName: string;
  readonly decision: 'ask' | 'deny';
}

/** Puts the operator's policy over every tool of a toolbox; what the policy leaves unsaid stays the tool's own. */
export function withPolicy(
  toolbox: Toolbox,
  policy: Policy,
  onShadow: (verdict: ShadowVerdict) => void = () => {},
): Toolbox {
  const tools = toolbox.tools.map((tool) => underPolicy(tool, policy, onShadow));
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  return { tools, find: (name) => byName.get(name) };
}

function underPolicy(tool: Tool, policy: Policy, onShadow: (verdict: ShadowVerdict) => void): Tool {
  const { name } = tool.spec;
  const possible = possibleTreatments(policy, name);
  const treat = (args: JsonObject): Treatment => treatmentOf(policy, name, args);
  const enforced = policy.mode === 'enforce';
  const reconcile = tool.reconcile?.bind(tool);
  return {
    spec: tool.spec,
    title: tool.title,
    kind: tool.kind,
    definitionHash: hashUnder(tool, possible),
    effect: severest(possible.map(({ effect }) => effect ?? tool.effect)),
    ...(tool.longestMs === undefined ? {} : { longestMs: tool.longestMs }),
    destructive: possible.some(({ destructive }) => destructive ?? tool.destructive),
    invalid: (args) => tool.invalid(args),
    veto(args) {
      const { decision, reason } = treat(args);
      if (decision !== 'deny') return tool.veto(args);
      if (enforced) return { reason: reason ?? 'denied by policy' };
      onShadow({ toolName: name, decision });
      return tool.veto(args);
    },
    needsApproval(args) {
      const { decision } = treat(args);
      if (decision === 'allow') return false;
      if (enforced) return true;
      if (decision === 'ask') onShadow({ toolName: name, decision });
      return tool.needsApproval(args);
    },
    requiredCapabilities: (args) => treat(args).capabilities ?? tool.requiredCapabilities(args),
    // A grant serves whatever the arguments are: it must not serve calls that other people would have to approve.
    cacheableApproval: () =>
      isUniform(possible) && possible.every(({ idempotent }) => idempotent ?? tool.cacheableApproval()),
    sandboxWouldDeny: (args) => tool.sandboxWouldDeny(args),
    ingestsUntrusted: (args) => tool.ingestsUntrusted(args),
    execute: (args, context) => tool.execute(args, context),
    ...(reconcile === undefined ? {} : { reconcile }),
  };
}

/** Every treatment some call of this tool may get; what does not depend on arguments follows the strictest of them. */
function possibleTreatments(policy: Policy, toolName: string): readonly Treatment[] {
  const named = policy.rules.filter(({ tools }) => tools.some((pattern) => isLike(toolName, pattern)));
  const settled = named.findIndex(({ when }) => when.length === 0);
  if (settled !== -1) return named.slice(0, settled + 1).map(({ treatment }) => treatment);
  return [...named.map(({ treatment }) => treatment), policy.otherwise];
}

const BY_SEVERITY: readonly EffectKind[] = ['read', 'idempotent', 'keyed', 'reconcilable', 'once'];

const severest = (effects: readonly EffectKind[]): EffectKind =>
  effects.reduce(
    (worst, effect) => (BY_SEVERITY.indexOf(effect) > BY_SEVERITY.indexOf(worst) ? effect : worst),
    'read',
  );

const whoDecides = ({ approvers, grantBy }: Treatment): string => JSON.stringify([approvers, grantBy]);

/** Whether the same people decide on every call of this tool that may run at all. */
const isUniform = (possible: readonly Treatment[]): boolean =>
  new Set(possible.filter(({ decision }) => decision === 'ask').map(whoDecides)).size <= 1;

/**
 * What a call needs and who decides on it are part of a tool's definition: a policy that changes either makes another
 * definition, for which neither an old approval nor an old grant was given.
 */
function hashUnder(tool: Tool, possible: readonly Treatment[]): string {
  const changed = possible.map((treatment) => [
    treatment.capabilities === null ? null : capabilityList(treatment.capabilities),
    whoDecides(treatment),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([tool.definitionHash, changed]), 'utf8')
    .digest('hex');
}
