import type { Approval } from '../../domain/approvals.ts';
import type { TurnEnd } from '../../domain/event.ts';
import type { ConversationId } from '../../domain/ids.ts';
import type { TurnEnding } from '../../domain/turns.ts';
import { answerWords, failureWords } from '../words.ts';
import { button } from './buttons.ts';
import type { Message } from './message.ts';
import { bold, fallback, foreign, lines, note, time, user, words } from './rich.ts';

/** How a turn ended where it did not end with an answer; null where its answer says enough. */
export function endingNotice(
  ending: TurnEnding,
  retry: { readonly conversation: ConversationId } | null,
): Message | null {
  switch (ending.kind) {
    case 'finished':
      return endWords[ending.end] === null ? null : quiet(endWords[ending.end] ?? '');
    case 'paused':
      return null;
    case 'failed': {
      const text = failureWords[ending.failure.kind];
      return {
        text: fallback(text),
        blocks: [
          lines([[words(`⚠ ${text}`)]]),
          ...(retry === null
            ? []
            : [
                {
                  type: 'actions' as const,
                  elements: [button({ action: 'retry', label: 'Try again', value: retry.conversation })],
                },
              ]),
        ],
      };
    }
    case 'stopped':
      return ending.by === null
        ? quiet(answerWords.stoppedByNobody)
        : { text: fallback('Stopped'), blocks: [lines([[words('Stopped by '), user(ending.by.user), words('.')]])] };
    case 'parked':
      return quiet('This could not be finished after several tries, so it was put aside. Please ask again.');
  }
}

/** What the answer itself does not say. */
const endWords: Readonly<Record<TurnEnd, string | null>> = {
  end: null,
  'tool-calls': null,
  other: null,
  'max-steps': 'Stopped after too many steps. Write “go on” to continue.',
  length: 'The answer was cut off because it became too long. Write “go on” to continue.',
  'content-filter': 'The model’s provider held back the rest of this answer.',
  'repeated-denial': 'Stopped: the agent kept proposing what had been denied.',
  'hook-stop': 'Stopped by a rule of this workspace.',
  'unrun-calls': 'Stopped: the agent called something that cannot be run here.',
};

const quiet = (text: string): Message => ({ text: fallback(text), blocks: [note(text)] });

export const plainNotice = (text: string): Message => ({ text: fallback(text), blocks: [lines([[words(text)]])] });

/** Said once to those who speak while a card waits. */
export const waitingNotice = (): Message =>
  quiet('New messages here wait. I go on with them once the card above is answered.');

/** Said by direct message to somebody whom calls wait for that share their cards; true also once they are decided. */
export const togetherNotice = (calls: number): Message =>
  quiet(
    `A turn asked about ${calls} calls at once. They stand together in their thread, and in App Home while they wait for you.`,
  );

/** Said once each time an approver cannot be looked up when what they approved is about to run. */
export const deferredNotice = (): Message =>
  quiet(
    'This was approved, but Slack cannot be asked whether who approved it may still decide. I keep trying; nothing runs before.',
  );

/** Reminds of a card nobody has answered, with a way to get more time. */
export function reminder({ request, expiresAt }: Approval): Message {
  return {
    text: fallback(`Still waiting: ${request.title}`),
    blocks: [
      lines([
        [bold('Still waiting for a decision: '), foreign(request.title)],
        [words('Expires '), time(expiresAt), words(' · asked for by '), user(request.principal.user)],
      ]),
      { type: 'actions', elements: [button({ action: 'extend', label: 'More time', value: request.approvalId })] },
    ],
  };
}
