import { readArguments } from '../../domain/canonical-json.ts';
import type { Conversation } from '../../domain/conversation.ts';
import type { AskedElicitation } from '../../domain/elicitation.ts';
import { type ElicitationAnswer, elicitationAnswerBytesV1 } from '../../domain/elicitation-answer.ts';
import type { ClickRefusal } from '../../domain/event.ts';
import { samePerson } from '../../domain/person.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationIndex } from '../../ports/conversation-index.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Place, Places } from '../../ports/places.ts';
import type { Signer } from '../../ports/signer.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { Conversations, Proposal } from '../reader.ts';
import type { RecordRefusal } from '../refusals.ts';
import type { ElicitationAnswering, ElicitationOutcome } from './commands.ts';

export interface AnswerDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly recordRefusal: RecordRefusal;
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
    const { approvalId, person, answer } = answering;
    const conversation = await deps.index.conversationOf(approvalId);
    if (conversation === null) return { kind: 'unknown' };
    const place = deps.places.of(conversation);
    const changed = await deps.conversations.change(conversation, (now) => rule(deps, place, now, answering));
    const outcome = changed.kind === 'changed' ? changed.result : tooLate;
    const because = refusalIn(outcome, answering);
    if (because !== null) await deps.recordRefusal({ conversation, approvalId, person, action: answer.kind, because });
    return outcome;
  };
}

const tooLate: ElicitationOutcome = { kind: 'already-settled', status: { kind: 'closed', because: 'expired' } };

/** What of an outcome belongs into the log as a refusal: one press delivered twice does not. */
function refusalIn(outcome: ElicitationOutcome, { person, answer }: ElicitationAnswering): ClickRefusal | null {
  switch (outcome.kind) {
    case 'recorded':
      return null;
    case 'refused':
      return outcome.because;
    case 'unknown':
      return 'unknown-approval';
    case 'already-settled': {
      const given = outcome.status.kind === 'answered' ? outcome.status.signed.answer : null;
      const isRepeated = given !== null && given.action === answer.kind && samePerson(given.person, person);
      return isRepeated ? null : 'already-settled';
    }
  }
}

async function rule(deps: AnswerDeps, place: Place, now: Conversation, answering: ElicitationAnswering) {
  const elicitation = now.elicitations.get(answering.approvalId);
  if (elicitation === undefined) return without({ kind: 'unknown' });
  const { asked, status } = elicitation;
  if (status.kind !== 'pending') return without({ kind: 'already-settled', status });
  const refusal = await refusalOf(deps, place, elicitation, answering);
  if (refusal !== null) return without({ kind: 'refused', because: refusal });
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
  { answer, card, person }: ElicitationAnswering,
): Promise<ClickRefusal | null> {
  const isOwnCard = cards.some((own) => own.channel === card.channel && own.message === card.message);
  if (!isOwnCard) return 'wrong-card';
  const approves = answer.kind === 'accept' ? { approves: asked } : {};
  return await authorise({ rule: asked.approvers, person, principal: asked.principal, place, ...approves });
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

const without = (result: ElicitationOutcome): Ruling => ({ events: [], result });
