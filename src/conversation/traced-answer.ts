import type { ConversationIndex } from '../ports/conversation-index.ts';
import { inSpan, noTraces, type SpanPlace, type Tracer } from '../ports/tracer.ts';
import type { Answering, AnsweringOutcome, ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';
import { firstRunOf } from './turn-runs.ts';

/** Answering, seen by the operator: a press stands in the trace of the turn that asked, in whatever process it is heard. */
export function tracedAnswer(
  deps: {
    readonly tracer?: Tracer;
    readonly index: Pick<ConversationIndex, 'conversationOf'>;
    readonly conversations: Pick<Conversations, 'read'>;
  },
  answer: ConversationCommands['answer'],
): ConversationCommands['answer'] {
  const { tracer = noTraces, index, conversations } = deps;
  if (tracer === noTraces) return answer;

  const placeOf = async ({ approvalId }: Answering): Promise<SpanPlace> => {
    const conversation = await index.conversationOf(approvalId);
    if (conversation === null) return { kind: 'apart' };
    const { approvals, turns } = await conversations.read(conversation);
    const run = approvals.approvals.get(approvalId)?.request.turnId;
    return run === undefined
      ? { kind: 'apart' }
      : { kind: 'turn', first: firstRunOf(turns, run), run: null, after: run };
  };

  return async (answering): Promise<AnsweringOutcome> => {
    const fields = { approval: answering.approvalId, decision: answering.answer.kind };
    // Whoever cannot find it hears so from answering.
    const place = await placeOf(answering).catch((): SpanPlace => ({ kind: 'apart' }));
    return await inSpan(tracer, { name: 'decision', place, fields }, async (span) => {
      const outcome = await answer(answering);
      span.set({ outcome: outcome.kind });
      return outcome;
    });
  };
}
