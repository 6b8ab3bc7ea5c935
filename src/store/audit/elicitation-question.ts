import type { Elicitation } from '../../domain/elicitation.ts';
import type { ElicitationAnswer } from '../../domain/elicitation-answer.ts';
import { digest } from './digest.ts';

/** What a server's question binds its answer to, as it was asked. */
export const questionAsked = (asked: Elicitation): string =>
  questionOf(asked, asked.turnId, asked.ask.kind === 'form' ? asked.ask.schemaJson : asked.ask.url);

/** The same, as a signed answer has it. */
export const questionAnswered = (answer: ElicitationAnswer): string => questionOf(answer, answer.turn, answer.shown);

const questionOf = (
  what: Pick<Elicitation, 'requestId' | 'toolName' | 'server' | 'message' | 'principal'>,
  turn: string,
  shown: string,
): string =>
  digest(
    turn,
    what.requestId,
    what.toolName,
    what.server,
    what.message,
    shown,
    what.principal.team,
    what.principal.user,
  );
