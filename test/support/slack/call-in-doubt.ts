import type { DomainEvent } from '../../../src/domain/event.ts';
import { requestId, turnId } from '../../../src/domain/ids.ts';

/** What the log has of a call that was started, ungated, by a process that died in it. `name` makes its ids its own. */
export function callInDoubt(call: {
  readonly name: string;
  readonly toolName: string;
  readonly argsJson: string;
  readonly user: string;
}): readonly DomainEvent[] {
  const { name, toolName, argsJson } = call;
  const principal = { team: 'T0LOCAL', user: call.user };
  const turn = turnId(`turn-${name}`);
  const identity = { requestId: requestId(`call-${name}`), toolName, argsJson };
  return [
    { type: 'message.received', messageId: `m-${name}`, author: principal, text: 'go', addressed: true, persona: null },
    { type: 'turn.started', turnId: turn, principal, takes: [`m-${name}`], epoch: 1, persona: null },
    {
      type: 'step.accepted',
      turnId: turn,
      text: '',
      calls: [{ kind: 'call', providerCallId: `p-${name}`, ...identity }],
      usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
      stop: 'tool-calls',
      grounded: false,
      providerState: null,
    },
    {
      type: 'tool.dispatched',
      turnId: turn,
      call: identity,
      effectiveArgsJson: argsJson,
      toolDefHash: `def-${toolName}`,
      effect: 'once',
      idempotencyKey: `key-${name}`,
      epoch: 1,
      ground: { kind: 'ungated' },
    },
  ];
}
