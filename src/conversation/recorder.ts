import type { TurnId } from '../domain/ids.ts';
import { type Mutation, mutationBytesV1 } from '../domain/mutation.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Recorder } from '../ports/recorder.ts';
import type { Signer } from '../ports/signer.ts';
import type { Claim } from '../ports/work-queue.ts';
import type { Conversations } from './reader.ts';

/** Signs every mutation of a turn and appends it to the conversation before it applies; rejects when either fails. */
export const makeRecorderFor =
  (deps: {
    readonly conversations: Conversations;
    readonly signer: Signer;
    readonly clock: Clock;
    readonly ids: Ids;
  }) =>
  ({ conversation, epoch }: Claim, turn: TurnId): Recorder => ({
    async record({ requestId, toolName }, change) {
      const { signer, clock, ids } = deps;
      const mutation: Mutation = {
        conversation,
        turn,
        requestId,
        toolName,
        change,
        at: clock.now(),
        nonce: ids.token(),
      };
      const signature = await signer.sign(mutationBytesV1(signer.kid, mutation));
      const recorded = await deps.conversations.change(conversation, () => ({
        events: [{ type: 'mutation.recorded', signed: { version: 1, mutation, signature } }],
        options: { epoch },
        result: null,
      }));
      if (recorded.kind !== 'changed') throw new Error('the mutation could not be recorded');
    },
  });
