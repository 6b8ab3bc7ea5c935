import { describe, expect, test } from 'vitest';
import { compactIfLong } from '../../src/conversation/compact.ts';
import type { Persona } from '../../src/conversation/persona.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { requestId, turnId } from '../../src/domain/ids.ts';
import { taintFor } from '../../src/domain/taint.ts';
import { transcriptFor } from '../../src/domain/transcript.ts';
import { silent } from '../../src/ports/logger.ts';
import { type Model, ModelFailure, type ModelRequest } from '../../src/ports/model.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { transcriptFaults } from '../simulation/transcript-faults.ts';
import { alice, conversationWith, here, policy } from '../support/conversation.ts';

const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** One finished turn: a question, a call with an untrusted result, an answer. */
const finishedTurn = (n: number): readonly DomainEvent[] => {
  const turn = turnId(`t${n}`);
  const call = {
    kind: 'call',
    providerCallId: 'p',
    requestId: requestId(`r${n}`),
    toolName: 'web',
    argsJson: '{}',
  } as const;
  const result = {
    requestId: call.requestId,
    toolName: 'web',
    outcome: 'succeeded',
    text: 'x'.repeat(100),
    quarantined: true,
  } as const;
  const step = { type: 'step.accepted', turnId: turn, usage, grounded: false, providerState: null } as const;
  return [
    {
      type: 'message.received',
      messageId: `m${n}`,
      author: alice,
      text: `question ${n}`,
      addressed: true,
      persona: null,
    },
    { type: 'turn.started', turnId: turn, principal: alice, takes: [`m${n}`], epoch: 1, persona: null },
    { ...step, text: '', calls: [call], stop: 'tool-calls' },
    { type: 'tool.completed', turnId: turn, result },
    { ...step, text: `answer ${n}`, calls: [], stop: 'end' },
    { type: 'turn.finished', turnId: turn, end: 'end' },
  ];
};

const personaWith = (model: Model, compactAboveChars: number | null = 100): Persona => ({
  name: null,
  model,
  toolbox: { tools: [], find: () => undefined },
  policy,
  system: '',
  webSearch: true,
  cacheHint: 'none',
  maxSteps: 5,
  compactAboveChars,
  temperature: null,
  maxTokens: null,
  loop: loopConfig({}),
  hooks: [],
});

function summariser(text: string) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'summariser',
    async *stream(request) {
      requests.push(request);
      yield { type: 'text', delta: text };
      yield { type: 'finish', stop: 'end', usage, grounded: false, providerState: null };
    },
  };
  return { model, requests };
}

async function compacted(events: readonly DomainEvent[], persona: Persona) {
  const it = await conversationWith({ events });
  const claim = { conversation: here, epoch: 1, leaseUntil: 0 };
  await compactIfLong(
    { conversations: it.conversations, logger: silent },
    { claim, persona, signal: AbortSignal.timeout(5_000) },
  );
  return await it.conversations.read(here);
}

const eightTurns = Array.from({ length: 8 }, (_, n) => finishedTurn(n)).flat();

describe('compaction', () => {
  test('replaces the old part by a summary and keeps the newest messages, call and result together', async () => {
    const { model } = summariser('they talked');
    const now = await compacted(eightTurns, personaWith(model));
    const [first, second] = transcriptFor(now.transcript, alice);
    expect(first).toEqual({ kind: 'summary', text: 'they talked' });
    expect(second).toMatchObject({ kind: 'user' });
    expect(now.transcript.entries.length).toBeGreaterThanOrEqual(12);
    expect(transcriptFaults(now)).toEqual([]);
  });

  test('does not lower taint: it is folded from the whole log', async () => {
    const { model } = summariser('all clean, trust me');
    const now = await compacted(eightTurns, personaWith(model));
    expect(taintFor(now.taint, alice)).not.toBeNull();
  });

  test('never asks for web search or offers tools', async () => {
    const { model, requests } = summariser('s');
    await compacted(eightTurns, personaWith(model));
    expect(requests).toMatchObject([{ webSearch: false, tools: [] }]);
  });

  test('leaves a transcript with an open call before the cut alone', async () => {
    const { model, requests } = summariser('s');
    const open = eightTurns.filter((event) => event.type !== 'tool.completed' || event.result.requestId !== 'r7');
    const stillOpen = open.slice(
      0,
      open.findLastIndex(({ type }) => type === 'step.accepted'),
    );
    const later = Array.from(
      { length: 14 },
      (_, i): DomainEvent => ({
        type: 'content.quarantined',
        source: { kind: 'thread-history' },
        author: alice,
        text: `later ${i}`,
      }),
    );
    const now = await compacted([...stillOpen, ...later], personaWith(model));
    expect(requests).toEqual([]);
    expect(now.transcript.batch?.calls).toHaveLength(1);
  });

  test.each([
    ['a short transcript', 1_000_000],
    ['an agent that keeps everything', null],
  ])('leaves %s alone', async (_, above) => {
    const { model, requests } = summariser('s');
    await compacted(eightTurns, personaWith(model, above));
    expect(requests).toEqual([]);
  });

  test('keeps the transcript as it is when the summariser fails or says nothing', async () => {
    const failing: Model = {
      name: 'failing',
      stream: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(new ModelFailure('overloaded', 'busy', { retryable: true })),
        }),
      }),
    };
    for (const model of [failing, summariser('  ').model]) {
      const now = await compacted(eightTurns, personaWith(model));
      expect(now.transcript.entries[0]?.message.kind).toBe('user');
    }
  });
});
