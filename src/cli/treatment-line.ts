import type { ApproverRule } from '../domain/approver-rule.ts';
import { capabilityList } from '../domain/capability.ts';
import type { TaintSource } from '../domain/event.ts';
import { isLike, type Policy, treatmentOf } from '../domain/policy.ts';
import type { Tool } from '../ports/tools.ts';
import { needOf, needsNobody } from '../turn/gate/need.ts';

/** Any: what makes content untrusted makes no difference to what is asked. */
const TAINT: TaintSource = { kind: 'thread-history' };

/** One line: what becomes of a call of this tool, as its policy wraps it, with arguments that no condition looks for. */
export function treatmentLine(tool: Tool, policy: Policy): string {
  const { name } = tool.spec;
  const needs = capabilityList(tool.requiredCapabilities({})).join(', ') || 'nothing';
  const remembered = tool.cacheableApproval() ? ', may be remembered' : '';
  const looked = policy.rules.some(({ when, tools }) => when.length > 0 && tools.some((like) => isLike(name, like)));
  const conditional = looked ? ' (some rules look at arguments)' : '';
  return `${name}: ${outcome(tool, policy)}${conditional}; needs ${needs}; effect ${tool.effect}${remembered}`;
}

function outcome(tool: Tool, policy: Policy): string {
  if (tool.veto({}) !== null) return 'deny';
  const asks = (taint: TaintSource | null): boolean =>
    !needsNobody(
      needOf(
        tool,
        {},
        {
          baseCapabilities: policy.base,
          taint,
          escalateSandboxDenials: policy.escalateSandboxDenials,
          withBatch: false,
        },
      ),
    );
  const whom = whomItAsks(treatmentOf(policy, tool.spec.name, {}).approvers);
  if (asks(null)) return `ask ${whom}`;
  return asks(TAINT) ? `allow; while untrusted content is there, ask ${whom}` : 'allow';
}

/** Who may decide, in the words of the configuration. */
function whomItAsks({ users, groups, channels, requester, quorum, notRequester }: ApproverRule): string {
  const named = [
    ...(requester && !notRequester ? ['the requester'] : []),
    ...users,
    ...groups.map((group) => `group ${group}`),
    ...channels.map((channel) => (channel === 'here' ? 'members of the channel' : `members of ${channel}`)),
  ];
  if (named.length === 0) return 'nobody, so it never runs';
  const others = notRequester ? ', but not the requester' : '';
  return `${named.join(', ')}${others}${quorum > 1 ? `, ${quorum} of them` : ''}`;
}
