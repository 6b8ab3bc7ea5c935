import type { RunQuestion } from '../../domain/approvals.ts';
import type { OutcomeAnswer } from '../../domain/event.ts';
import { argumentBlocks } from './arguments-text.ts';
import { button, confirmation } from './buttons.ts';
import { SETTLED_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, code, fallback, header, lines, user, words } from './rich.ts';

export interface OutcomeQuestion {
  readonly approvalId: string;
  readonly question: RunQuestion;
}

/** Asks people whether a call ran whose process died in it; afterwards shows what they said. It is never run again blindly. */
export function outcomeCard({ approvalId, question }: OutcomeQuestion): Message {
  const { answer, effectiveArgsJson, toolName, outcome } = question;
  const args = argumentBlocks(effectiveArgsJson, SETTLED_ARGUMENTS);
  if (answer !== null) {
    return {
      text: fallback(`Answered: did ${toolName} run?`),
      blocks: [
        header(`Answered: ${answerWords[answer.kind]}`),
        lines([
          [bold('Tool: '), code(toolName)],
          [bold('Answered by '), user(answer.by.user)],
        ]),
        ...args.blocks,
      ],
    };
  }
  if (outcome !== null) {
    return {
      text: fallback(`No answer needed any more: did ${toolName} run?`),
      blocks: [
        header('No answer needed any more'),
        lines([
          [bold('Tool: '), code(toolName)],
          [words('It is not known whether this ran. It will not be tried again.')],
        ]),
        ...args.blocks,
      ],
    };
  }
  const value = approvalId;
  return {
    text: fallback(`Did ${toolName} run?`),
    blocks: [
      header('Did this run?'),
      lines([
        [bold('Tool: '), code(toolName)],
        [words('It was started, and then the bot stopped before it saw the result. Please look in the other system.')],
        [words('Nothing is run again unless you say so. If you give up, the agent hears that nobody knows.')],
      ]),
      ...args.blocks,
      {
        type: 'actions',
        elements: [
          button({ action: 'outcome_ran', label: 'It ran', value, style: 'primary' }),
          button({
            action: 'outcome_run_again',
            label: 'It did not – run again',
            value,
            confirm: confirmation('Run it again?', 'If it did run before, it will have run twice.', 'Run again'),
          }),
          button({ action: 'outcome_give_up', label: 'Give up', value, style: 'danger' }),
        ],
      },
    ],
  };
}

const answerWords: Readonly<Record<OutcomeAnswer, string>> = {
  ran: 'it ran',
  'run-again': 'it did not run, so it runs again',
  'give-up': 'given up',
};
