import { describe, expect, it } from 'vitest';
import { noCapabilities } from '../../src/domain/capability.ts';
import { conversationId, turnId } from '../../src/domain/ids.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { turnOptions } from '../../src/turn/options.ts';
import { realTimer } from '../../src/turn/timer.ts';
import { alice, countingIds } from '../support/turn/a-turn.ts';
import { memoryJournal } from '../support/turn/memory-journal.ts';

const essentials = {
  conversation: conversationId('C1'),
  turnId: turnId('turn-1'),
  principal: alice,
  epoch: 1,
  ids: countingIds(),
  clock: { now: () => 1_000 },
  journal: memoryJournal(),
  signal: new AbortController().signal,
  system: 'You help.',
  baseCapabilities: noCapabilities,
};

describe('the options of a turn', () => {
  it('approve, grant, taint, stream and search nothing unless told', () => {
    expect(turnOptions(essentials)).toStrictEqual({
      ...essentials,
      approvedCallIds: new Map(),
      approvedOverrides: new Map(),
      deniedCallIds: new Map(),
      sessionApprovedTools: new Map(),
      openApprovals: new Map(),
      untrustedContextSeed: null,
      stream: null,
      webSearch: false,
      webSearchWhileTainted: false,
      escalateSandboxDenials: false,
      dispatchRecorder: null,
      cacheHint: 'none',
      unfinished: new Map(),
      usedRequestIds: new Set(),
      unattended: false,
      maxSteps: 41,
      toolResultMaxChars: 100_000,
      toolTimeoutMs: 120_000,
      denialLimit: 3,
      toolChoice: { kind: 'auto' },
      temperature: null,
      maxTokens: null,
      additionalParams: null,
      invalidCallRetries: 0,
      loop: loopConfig({}),
      hooks: [],
      startTimer: realTimer,
    });
  });

  it('are what they are told to be', () => {
    expect(turnOptions({ ...essentials, webSearch: true, maxSteps: 2 })).toMatchObject({
      webSearch: true,
      maxSteps: 2,
    });
  });
});
