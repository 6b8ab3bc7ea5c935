import type { Dispatch } from '../../domain/approvals.ts';
import type { ApproverRule } from '../../domain/approver-rule.ts';
import { readArguments } from '../../domain/canonical-json.ts';
import type { Conversation } from '../../domain/conversation.ts';
import type { AskedElicitation, Elicitation } from '../../domain/elicitation.ts';
import { type ApprovalId, approvalId } from '../../domain/ids.ts';
import { treatmentOf } from '../../domain/policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { AskingCall, Elicitor, PersonsAnswer, ServerQuestion } from '../../ports/elicitor.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Places } from '../../ports/places.ts';
import type { Verifier } from '../../ports/signer.ts';
import type { Surface } from '../../ports/surface.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { Persona } from '../persona.ts';
import type { Conversations } from '../reader.ts';
import { isSharedNow } from '../shared-place.ts';
import { answerFault } from './verify-answer.ts';

/** How long people have. The call that asks waits all the while, and with it its place among the turns of a process. */
export const ELICITATION_OPEN_MS = 10 * 60 * 1000;
/** Between two looks at the log: an answer may be recorded by any process. */
const LOOK_EVERY_MS = 250;
/** Questions one call may put to people; more is a server that will not take an answer. */
const QUESTIONS_PER_CALL = 5;

export interface ElicitorDeps {
  readonly conversations: Conversations;
  /** Of whom only the policy is asked. */
  readonly personas: (name: string | null) => Pick<Persona, 'policy'>;
  readonly surface: Pick<Surface, 'canAsk'>;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly directory: Pick<Directory, 'isShared'>;
  readonly verifier: Verifier;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Resolves after so many milliseconds, or when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const CANCEL: PersonsAnswer = { kind: 'cancel' };

/** Asks people on behalf of a server while its call runs. Whatever goes wrong, the server is told `cancel`. */
export function makeElicitor(deps: ElicitorDeps): Elicitor {
  return {
    async ask(call, question) {
      try {
        if (!(await deps.surface.canAsk(call.conversation))) return CANCEL;
        const id = await record(deps, call, question);
        return id === null ? CANCEL : await answerTo(deps, call, id);
      } catch (error) {
        const code = error instanceof Error ? error.name : 'unknown';
        deps.logger.warn({ conversation: call.conversation, code }, 'a question of a server could not be asked');
        return CANCEL;
      }
    },
  };
}

/** The question, durable before anybody can see it. Null when this call may not ask (any more). */
async function record(deps: ElicitorDeps, call: AskingCall, question: ServerQuestion): Promise<ApprovalId | null> {
  const id = approvalId(deps.ids.token());
  const sharedWhenAsked = await isSharedNow(deps.directory, deps.places.of(call.conversation));
  const changed = await deps.conversations.change(call.conversation, (now) => {
    const asked = call.signal.aborted ? null : elicitationOf(deps, now, call, question, { id, sharedWhenAsked });
    return {
      events: asked === null ? [] : [{ type: 'elicitation.asked', asked }],
      options: { epoch: call.epoch },
      result: asked !== null,
    };
  });
  return changed.kind === 'changed' && changed.result ? id : null;
}

function elicitationOf(
  deps: ElicitorDeps,
  now: Conversation,
  call: AskingCall,
  { server, message, ask }: ServerQuestion,
  { id, sharedWhenAsked }: { readonly id: ApprovalId; readonly sharedWhenAsked: boolean | null },
): Elicitation | null {
  const dispatch = now.approvals.dispatches.get(call.requestId);
  if (now.status.kind !== 'running' || dispatch === undefined || dispatch.outcome !== null) return null;
  const earlier = [...now.elicitations.values()].filter(({ asked }) => asked.requestId === call.requestId);
  if (earlier.length >= QUESTIONS_PER_CALL) return null;
  const askedAt = deps.clock.now();
  return {
    approvalId: id,
    turnId: now.status.turnId,
    requestId: call.requestId,
    toolName: dispatch.toolName,
    server,
    message,
    ask,
    principal: now.status.principal,
    approvers: whoDecides(deps, now, dispatch),
    sharedWhenAsked,
    askedAt,
    expiresAt: askedAt + ELICITATION_OPEN_MS,
  };
}

/** Those its card asked; of a call that ran unasked, those its policy would have asked. */
function whoDecides({ personas }: ElicitorDeps, now: Conversation, dispatch: Dispatch): ApproverRule {
  const asked = now.approvals.byRequest.get(dispatch.requestId);
  const request = asked === undefined ? undefined : now.approvals.approvals.get(asked)?.request;
  if (request !== undefined) return request.approvers;
  const { policy } = personas(now.status.kind === 'idle' ? null : now.status.persona);
  const reading = readArguments(dispatch.effectiveArgsJson);
  return treatmentOf(policy, dispatch.toolName, reading.kind === 'read' ? reading.value : {}).approvers;
}

async function answerTo(deps: ElicitorDeps, call: AskingCall, id: ApprovalId): Promise<PersonsAnswer> {
  while (!call.signal.aborted) {
    const elicitation = (await deps.conversations.read(call.conversation)).elicitations.get(id);
    if (elicitation === undefined || elicitation.status.kind === 'closed') return CANCEL;
    if (elicitation.status.kind === 'answered') return await taken(deps, call, elicitation);
    if (elicitation.asked.expiresAt > deps.clock.now()) await deps.pause(LOOK_EVERY_MS, call.signal);
    else if (!(await expire(deps, call, id))) return CANCEL;
  }
  return CANCEL;
}

/** An answer as the server may have it: verified, and from somebody who may still give it. */
async function taken(deps: ElicitorDeps, call: AskingCall, elicitation: AskedElicitation): Promise<PersonsAnswer> {
  const { asked, status } = elicitation;
  if (status.kind !== 'answered') return CANCEL;
  const { answer } = status.signed;
  const place = deps.places.of(call.conversation);
  const { approvers: rule, principal } = asked;
  const approves = answer.action === 'accept' ? { approves: asked } : {};
  const fault =
    answerFault(deps.verifier, status.signed, elicitation, call.conversation, place) ??
    (await deps.authorise({ rule, person: answer.person, principal, place, ...approves }));
  if (fault !== null) {
    deps.logger.warn({ conversation: call.conversation, code: fault }, 'an answer to a server does not count');
    return CANCEL;
  }
  if (answer.action !== 'accept') return { kind: answer.action };
  if (answer.contentJson === null) return { kind: 'accept', content: null };
  const reading = readArguments(answer.contentJson);
  return reading.kind === 'read' ? { kind: 'accept', content: reading.value } : CANCEL;
}

/** Nobody answered in time. Whoever was faster wins: the next look finds the answer. False when this run was taken over. */
async function expire(deps: ElicitorDeps, call: AskingCall, id: ApprovalId): Promise<boolean> {
  const changed = await deps.conversations.change(call.conversation, (now) => ({
    events:
      now.elicitations.get(id)?.status.kind === 'pending' ? [{ type: 'elicitation.expired', approvalId: id }] : [],
    options: { epoch: call.epoch },
    result: null,
  }));
  return changed.kind === 'changed';
}
