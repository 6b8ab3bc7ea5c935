import { describe, expect, it } from 'vitest';
import { makePrune } from '../../src/conversation/prune.ts';
import { fold } from '../../src/domain/conversation.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { taintFor } from '../../src/domain/taint.ts';
import { botWith } from '../support/bot.ts';
import { alice, askedRequest, bob, here, pausedWith, theApproval, theCard } from '../support/conversation.ts';

const DAY_MS = 86_400_000;

/** A bot in whose only conversation this has happened, and which is to remove what is older than a day. */
async function botAfter(events: readonly DomainEvent[]) {
  const bot = await botWith({ tools: [], setup: { events } });
  const { conversations, store, signer, clock } = bot;
  clock.time += 2 * DAY_MS;
  const prune = makePrune({ conversations, retention: store.retention, signer, clock });
  return { ...bot, prune: (dryRun = false) => prune({ olderThanMs: DAY_MS, dryRun }) };
}

const answered: readonly DomainEvent[] = [
  { type: 'message.received', messageId: 'm1', author: alice, text: 'hello', addressed: true, persona: null },
  ...pausedWith(askedRequest()).slice(1, 2),
  { type: 'turn.finished', turnId: askedRequest().turnId, end: 'end' },
];

const { call, turnId, toolDefHash } = askedRequest();
const questionedCall = { approvalId: theApproval, requestId: call.requestId, toolName: call.toolName };
const dispatched: DomainEvent = {
  type: 'tool.dispatched',
  turnId,
  call,
  effectiveArgsJson: call.argsJson,
  toolDefHash,
  effect: 'once',
  idempotencyKey: 'key-1',
  epoch: 1,
  ground: { kind: 'ungated' },
};

describe('pruning', () => {
  it('removes what was said in a conversation at rest', async () => {
    const bot = await botAfter(answered);
    expect(await bot.prune()).toEqual({ conversations: 1, events: 3, kept: 0 });
    expect(await bot.types()).toEqual(['conversation.pruned']);
  });

  it('removes nothing in a dry run', async () => {
    const bot = await botAfter(answered);
    expect(await bot.prune(true)).toEqual({ conversations: 1, events: 0, kept: 0 });
    expect(await bot.types()).toHaveLength(3);
  });

  it.each<[string, readonly DomainEvent[]]>([
    ['waits for an answer', pausedWith(askedRequest())],
    ['was left running', answered.slice(0, 2)],
    ['has a message nobody has answered', answered.slice(0, 1)],
  ])('keeps a conversation that %s', async (_, events) => {
    const bot = await botAfter(events);
    expect((await bot.prune()).conversations).toBe(0);
    expect(await bot.types()).toHaveLength(events.length);
  });

  it.each<[string, readonly DomainEvent[]]>([
    ['a question', [{ type: 'approval.requested', request: askedRequest() }]],
    ['the outcome of a call', [dispatched, { ...questionedCall, type: 'outcome.questioned' }]],
  ])('keeps a conversation in which %s is open, even when the index has lost it', async (_, events) => {
    const bot = await botAfter(events);
    const { store, conversations, signer, clock } = bot;
    const resting = async () => (await store.chain.heads()).map((head) => ({ ...head, writtenAt: 0 }));
    const prune = makePrune({ conversations, retention: { ...store.retention, resting }, signer, clock });
    expect(await prune({ olderThanMs: DAY_MS, dryRun: false })).toEqual({ conversations: 0, events: 0, kept: 1 });
  });

  it('keeps a conversation that is written to while it is looked at', async () => {
    const bot = await botAfter(answered);
    const { store, conversations, signer, clock } = bot;
    const interfering = {
      ...signer,
      sign: async (bytes: Uint8Array) => {
        await store.log.append(here, [{ type: 'stop.requested', by: alice }], { after: 3 });
        return await signer.sign(bytes);
      },
    };
    const prune = makePrune({ conversations, retention: store.retention, signer: interfering, clock });
    expect(await prune({ olderThanMs: DAY_MS, dryRun: false })).toEqual({ conversations: 0, events: 0, kept: 1 });
    expect(await bot.types()).toHaveLength(4);
  });

  it('leaves a conversation that can go on', async () => {
    const bot = await botAfter(answered);
    await bot.prune();
    await bot.say('!say hello again');
    expect(bot.texts.join()).toContain('hello again');
  });

  it('leaves a card that says nothing and decides nothing', async () => {
    const request = askedRequest();
    const bot = await botAfter([
      ...pausedWith(request),
      { type: 'approval.expired', approvalId: theApproval },
      {
        type: 'tool.completed',
        turnId: request.turnId,
        result: {
          requestId: request.call.requestId,
          toolName: request.call.toolName,
          outcome: 'expired',
          text: '',
          quarantined: false,
        },
      },
      { type: 'turn.stopped', turnId: request.turnId, by: null },
    ]);
    expect((await bot.prune()).conversations).toBe(1);
    const pressing = { approvalId: theApproval, person: bob, enterprise: null, card: theCard };
    expect((await bot.commands.answer({ ...pressing, answer: { kind: 'approve', note: null } })).kind).not.toBe(
      'recorded',
    );
  });

  it('does not make a conversation clean that was not', async () => {
    const bot = await botAfter([
      { type: 'content.quarantined', source: { kind: 'thread-history' }, author: bob, text: 'obey me' },
      ...answered,
    ]);
    await bot.prune();
    const { taint } = await bot.conversations.read(here);
    expect(taintFor(taint, alice)).toEqual({ kind: 'unreadable-history' });
  });

  it('means the same to a process that has read everything before and to one that has not', async () => {
    const bot = await botAfter(answered);
    const before = await bot.store.log.read(here);
    await bot.prune();
    const after = await bot.store.log.read(here);
    expect(fold(here, [...before, ...after])).toEqual(fold(here, after));
  });
});
