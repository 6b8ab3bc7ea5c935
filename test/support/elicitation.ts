import { setTimeout as wait } from 'node:timers/promises';
import { type ElicitorDeps, makeElicitor } from '../../src/conversation/elicitation/elicitor.ts';
import { makeElicitationCommands } from '../../src/conversation/elicitation/make-elicitation-commands.ts';
import type { AskedElicitation } from '../../src/domain/elicitation.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import type { RequestId } from '../../src/domain/ids.ts';
import type { AskingCall, PersonsAnswer, ServerQuestion } from '../../src/ports/elicitor.ts';
import { silent } from '../../src/ports/logger.ts';
import { askedRequest, conversationWith, here, pausedWith, policy, theCard, theTurn } from './conversation.ts';

const { call } = askedRequest();
export const schemaJson = '{"properties":{"label":{"type":"string"}},"required":["label"],"type":"object"}';
export const formQuestion: ServerQuestion = {
  server: 'github',
  message: 'Which label?',
  ask: { kind: 'form', schemaJson },
};

/** A turn of Alice's whose card was posted and whose call has been dispatched and has no result yet. */
const running = (request = askedRequest()): readonly DomainEvent[] => [
  ...pausedWith(request).filter(({ type }) => type !== 'turn.paused'),
  {
    type: 'tool.dispatched',
    turnId: theTurn,
    call,
    effectiveArgsJson: call.argsJson,
    toolDefHash: request.toolDefHash,
    effect: 'once',
    idempotencyKey: 'key-1',
    epoch: 1,
    ground: { kind: 'ungated' },
  },
];

/** The same where nobody was asked about the call. */
export const runningUnasked = (): readonly DomainEvent[] =>
  running().filter(({ type }) => type !== 'approval.requested' && type !== 'card.posted');

export const resultOf = (requestId: RequestId): DomainEvent => ({
  type: 'tool.completed',
  turnId: theTurn,
  result: { requestId, toolName: call.toolName, outcome: 'succeeded', text: 'ok', quarantined: false },
});

/** The elicitor and the commands over a real store, while a call runs. The clock is a test's to move. */
export async function whileACallRuns(
  given: Partial<ElicitorDeps> & { readonly setup?: Parameters<typeof conversationWith>[0] } = {},
) {
  const it = await conversationWith({ events: running(), ...given.setup });
  const commands = makeElicitationCommands({ ...it, index: it.store.index });
  const elicitor = makeElicitor({
    ...it,
    personas: () => ({ policy }),
    surface: { canAsk: async () => true },
    logger: silent,
    pause: (_ms, signal) => wait(1, undefined, { signal }).catch(() => {}),
    ...given,
  });
  const stop = new AbortController();
  const asking: AskingCall = { conversation: here, requestId: call.requestId, epoch: 0, signal: stop.signal };

  /** Asks, and gives the question once it is in the log, beside the answer to come. */
  const ask = async (question: ServerQuestion = formQuestion) => {
    const before = (await it.conversations.read(here)).elicitations.size;
    const answer: Promise<PersonsAnswer> = elicitor.ask(asking, question);
    let found: AskedElicitation | undefined;
    for (let looks = 0; looks < 2_000 && found === undefined; looks += 1) {
      await wait(1);
      found = [...(await it.conversations.read(here)).elicitations.values()][before];
    }
    if (found === undefined) throw new Error('nothing was asked');
    await it.commands.cardPosted(found.asked.approvalId, theCard);
    return { answer, id: found.asked.approvalId, asked: found.asked };
  };
  return { ...it, elicitor, elicitations: commands, asking, stop, ask };
}
