import { emptyConversation, evolve } from '../../../src/domain/conversation.ts';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { type ConversationId, requestId, turnId } from '../../../src/domain/ids.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { newConversation } from '../../bot/desk.ts';
import { alice } from '../../bot/people.ts';
import { toolAnswer, toolArguments, toolName } from '../../bot/scenario.ts';
import { type Sample, timed } from '../../measure/timed.ts';

/** Appended at a time while a conversation is made; what it takes is not timed. */
const CHUNK = 700;

/** A conversation of about `count` events: turns in which a tool was called and an answer given. */
export async function longConversation(log: EventLog, count: number): Promise<ConversationId> {
  const conversation = newConversation();
  const events: DomainEvent[] = [];
  for (let turn = 0; events.length < count; turn += 1) events.push(...oneTurn(turn));
  for (let from = 0; from < events.length; from += CHUNK) {
    const appended = await log.append(conversation, events.slice(from, from + CHUNK), { after: from });
    if (appended.kind !== 'appended') throw new Error(`the conversation could not be made: ${appended.kind}`);
  }
  return conversation;
}

/** What the first look at a conversation costs a process that has not seen it: read, decode, fold. */
export const coldFold = (log: EventLog, conversation: ConversationId): Promise<Sample> =>
  timed(async () => {
    const fold = emptyConversation(conversation);
    for (const stored of await log.read(conversation)) evolve(fold, stored);
  });

function oneTurn(n: number): readonly DomainEvent[] {
  const id = turnId(`turn-${n}`);
  const argsJson = JSON.stringify(toolArguments);
  const call = { requestId: requestId(`call-${n}`), toolName, argsJson };
  const step = {
    type: 'step.accepted',
    turnId: id,
    usage: { inputTokens: 10, outputTokens: 10, cachedInputTokens: 0 },
    grounded: false,
    providerState: null,
  } as const;
  return [
    {
      type: 'message.received',
      messageId: `m${n}`,
      author: alice,
      text: `question ${n}`,
      addressed: true,
      persona: null,
    },
    { type: 'turn.started', turnId: id, principal: alice, takes: [`m${n}`], epoch: 1, persona: null },
    { ...step, text: '', calls: [{ kind: 'call', providerCallId: `call-${n}`, ...call }], stop: 'tool-calls' },
    {
      type: 'tool.dispatched',
      turnId: id,
      call,
      effectiveArgsJson: argsJson,
      toolDefHash: 'hash',
      effect: 'once',
      idempotencyKey: `key-${n}`,
      epoch: 1,
      ground: { kind: 'ungated' },
    },
    {
      type: 'tool.completed',
      turnId: id,
      result: { requestId: call.requestId, toolName, outcome: 'succeeded', text: toolAnswer, quarantined: false },
    },
    { ...step, text: `answer ${n}`, calls: [], stop: 'end' },
    { type: 'turn.finished', turnId: id, end: 'end' },
  ];
}
