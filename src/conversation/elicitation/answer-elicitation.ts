import { readArguments } from '../../domain/canonical-json.ts';
import type { Conversation } from '../../domain/conversation.ts';
import type { AskedElicitation } from '../../domain/elicitation.ts';
import { type ElicitationAnswer, elicitationAnswerBytesV1 } from '../../domain/elicitation-answer.ts';
import type { ClickRefusal, DomainEvent } from '../../domain/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationIndex } from '../../ports/conversation-index.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Place, Places } from '../../ports/places.ts';
import type { Signer } from '../../ports/signer.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { Conversations, Proposal } from '../reader.ts';
import type { ElicitationAnswering, ElicitationOutcome } from './commands.ts';

export interface AnswerDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Ruling = Proposal<ElicitationOutcome>;

/**
 * Turns one person's answer into at most one signed event, guarded by the log position and by the question's deadline
 * on the store's clock. Whoever waits for it finds it in the log; nothing is handed to the server here.
 */
export function makeAnswerElicitation(
  deps: AnswerDeps,
): (answering: ElicitationAnswering) => Promise<ElicitationOutcome> {
  return async (answering) => {
    const conversation = await deps.index.conversationOf(answering.approvalId);
    if (conversation === null) return { kind: 'unknown' };
    const place = deps.places.of(conversation);
    const changed = await deps.conversations.change(conversation, (now) => rule(deps, place, now, answering));
    if (changed.kind === 'changed') return changed.result;
    return { kind: 'already-settled', status: { kind: 'closed', because: 'expired' } };
  };
}

async function rule(deps: AnswerDeps, place: Place, now: Conversation, answering: ElicitationAnswering) {
  const elicitation = now.elicitations.get(answering.approvalId);
  if (elicitation === undefined) return without({ kind: 'unknown' });
  const { asked, status } = elicitation;
  if (status.kind !== 'pending') return without({ kind: 'already-settled', status });
  const refusal = await refusalOf(deps, place, elicitation, answering);
  if (refusal !== null) return refused(answering, refusal);
  const answer = answerOf(deps, place, now, elicitation, answering);
  const signature = await deps.signer.sign(elicitationAnswerBytesV1(deps.signer.kid, answer));
  const ruling: Ruling = {
    events: [{ type: 'elicitation.answered', signed: { version: 1, answer, signature } }],
    options: { notAfter: asked.expiresAt },
    result: { kind: 'recorded' },
  };
  return ruling;
}

async function refusalOf(
  { authorise }: AnswerDeps,
  place: Place,
  { asked, cards }: AskedElicitation,
  { card, person }: ElicitationAnswering,
): Promise<ClickRefusal | null> {
  const isOwnCard = cards.some((own) => own.channel === card.channel && own.message === card.message);
  if (!isOwnCard) return 'wrong-card';
  return await authorise({ rule: asked.approvers, person, principal: asked.principal, place });
}

function answerOf(
  { clock, ids }: AnswerDeps,
  place: Place,
  now: Conversation,
  { asked }: AskedElicitation,
  { answer, card, enterprise, person }: ElicitationAnswering,
): ElicitationAnswer {
  return {
    enterprise: enterprise ?? place.enterprise,
    team: place.team,
    conversation: now.id,
    turn: asked.turnId,
    elicitation: asked.approvalId,
    requestId: asked.requestId,
    toolName: asked.toolName,
    server: asked.server,
    message: asked.message,
    shown: asked.ask.kind === 'form' ? asked.ask.schemaJson : asked.ask.url,
    action: answer.kind,
    contentJson: answer.kind === 'accept' && asked.ask.kind === 'form' ? canonical(answer.contentJson) : null,
    person,
    principal: asked.principal,
    card,
    issuedAt: clock.now(),
    expiresAt: asked.expiresAt,
    nonce: ids.token(),
  };
}

/** The form's reader has made it canonical; anything else never reaches a signature. */
function canonical(contentJson: string | null): string {
  const reading = readArguments(contentJson ?? '');
  if (reading.kind === 'refused') throw new Error('an answer is checked before it is signed');
  return reading.argsJson;
}

function refused({ approvalId, person, answer }: ElicitationAnswering, because: ClickRefusal): Ruling {
  const audit: DomainEvent = { type: 'click.refused', approvalId, person, action: answer.kind, because };
  return { events: [audit], result: { kind: 'refused', because } };
}

const without = (result: ElicitationOutcome): Ruling => ({ events: [], result });
