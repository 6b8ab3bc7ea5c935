import { type CapabilitySet, covers, lostWhileTainted, minus } from '../../domain/capability.ts';
import type { DispatchGround } from '../../domain/event.ts';
import type { JsonObject, Tool } from '../../ports/tools.ts';
import type { ApprovedCall, DeniedCall, SessionGrant } from '../authority.ts';
import { type Answer, denied, deniedAgain, deniedUnattended, invalidArguments, vetoed } from '../batch/refuse.ts';
import { type Need, needsNobody, reasonOf } from './need.ts';

/** One call at the gate: its tool, the arguments that would run, and what anybody said about it. */
export interface GatedCall {
  readonly tool: Tool;
  /** What would run: the proposal, a recorded rewrite, or the approver's edit. */
  readonly args: JsonObject;
  readonly decision: CallDecision;
  /** What the same action was answered when it was denied before. */
  readonly deniedBefore: string | undefined;
}

export type CallDecision =
  | { readonly kind: 'none' }
  /** Asked already, and nobody has answered. */
  | { readonly kind: 'open' }
  | ({ readonly kind: 'denied' } & DeniedCall)
  | ({ readonly kind: 'approved' } & ApprovedCall);

/** What holds for every call at this moment. */
export interface Rules {
  need(call: GatedCall): Need;
  grants(call: GatedCall): readonly SessionGrant[];
  readonly now: number;
  readonly unattended: boolean;
  /** An approval serves the definition it was given for, and no other. */
  readonly bindsApprovals: boolean;
}

export type Verdict =
  | { readonly kind: 'run'; readonly ground: DispatchGround; readonly need: Need; readonly leavesSandbox: boolean }
  | { readonly kind: 'refuse'; readonly answer: Answer; readonly unattended?: true }
  | { readonly kind: 'pause'; readonly need: Need; readonly reason: string };

/**
 * Judges one call on the arguments that would run: the only place where a verdict is made. Veto beats denial, denial
 * beats approval, approval beats grant, doubt pauses.
 */
export function judgeCall(call: GatedCall, rules: Rules): Verdict {
  const { tool, args, decision } = call;
  const flaw = tool.invalid(args);
  if (flaw !== null) return { kind: 'refuse', answer: invalidArguments(flaw) };

  const veto = tool.veto(args);
  if (veto !== null) return { kind: 'refuse', answer: vetoed(veto.reason) };

  if (decision.kind === 'denied') return { kind: 'refuse', answer: denied(decision.reason) };

  const need = rules.need(call);
  if (decision.kind === 'approved') return judgeApproved(call, decision, need, rules);

  if (needsNobody(need)) return { kind: 'run', ground: { kind: 'ungated' }, need, leavesSandbox: false };
  if (call.deniedBefore !== undefined && decision.kind === 'none') {
    return { kind: 'refuse', answer: deniedAgain(call.deniedBefore) };
  }
  const grant = coveringGrant(call, need, rules);
  if (grant !== undefined)
    return { kind: 'run', ground: { kind: 'granted', grant: grant.grant }, need, leavesSandbox: false };

  if (rules.unattended && decision.kind === 'none') {
    return { kind: 'refuse', answer: deniedUnattended, unattended: true };
  }
  return { kind: 'pause', need, reason: reasonOf(need) };
}

/** An approval covers what its card showed: this definition, and no more missing than was missing then. */
function judgeApproved({ tool }: GatedCall, approved: ApprovedCall, need: Need, rules: Rules): Verdict {
  if (rules.bindsApprovals && approved.toolDefHash !== tool.definitionHash) {
    return askAgain(need, 'The tool has changed since this was approved.');
  }
  if (!covers(approved.covered, need.missing) || (need.sandbox !== null && approved.leavesSandbox === false)) {
    return askAgain(need, 'More would be needed than was shown when this was approved.');
  }
  const ground = { kind: 'approved', approvalId: approved.approvalId } as const;
  return { kind: 'run', ground, need, leavesSandbox: approved.leavesSandbox === true };
}

const askAgain = (need: Need, why: string): Verdict => ({
  kind: 'pause',
  need,
  reason: [why, reasonOf(need)].filter((sentence) => sentence !== '').join(' '),
});

/**
 * A grant spares the question for what it covers. It does not spare the one about the sandbox: a remembered yes to a
 * tool is not a yes to leaving its bounds.
 */
function coveringGrant(call: GatedCall, need: Need, rules: Rules): SessionGrant | undefined {
  if (need.sandbox !== null || !call.tool.cacheableApproval()) return undefined;
  return rules
    .grants(call)
    .find(
      (grant) =>
        grant.toolDefHash === call.tool.definitionHash &&
        rules.now < grant.expiresAt &&
        covers(coveredNow(grant, need), need.missing),
    );
}

/** A grant given on a clean conversation opens neither egress nor mutation once untrusted content is there. */
const coveredNow = ({ covered, givenClean }: SessionGrant, { taint }: Need): CapabilitySet =>
  givenClean && taint !== null ? minus(covered, lostWhileTainted) : covered;
