import type { Ids } from '../ids.ts';
import { isObject, type JsonObject, textAt } from '../json.ts';
import type { Mischief } from './mischief.ts';
import type { SocketLink } from './socket-link.ts';
import type { Answer } from './transport.ts';

/** Sends envelopes and waits for their acks. */
export interface AckDesk {
  /** Sends under an envelope_id of its own and answers with the first ack, or with why there was none. */
  send(envelope: JsonObject): Promise<Answer>;
  ack(frame: JsonObject): void;
  /** The connection is gone, and with it every envelope that was on no other. */
  forget(link: SocketLink): void;
  giveUp(): void;
}

export interface AckDeskParts {
  readonly ids: Ids;
  readonly mischief: Mischief;
  readonly ackDeadlineMs: number;
  readonly chooseLink: () => SocketLink | undefined;
}

/** One sending: several envelopes and connections where the control side has asked for a duplicate. */
interface Sending {
  readonly links: Set<SocketLink>;
  readonly settle: (answer: Answer) => void;
}

export function makeAckDesk({ ids, mischief, ackDeadlineMs, chooseLink }: AckDeskParts): AckDesk {
  const unacked = new Map<string, Sending>();

  function send(envelope: JsonObject): Promise<Answer> {
    return new Promise((resolve) => {
      const envelopeIds: string[] = [];
      let deadline: NodeJS.Timeout | undefined;
      const sending: Sending = {
        links: new Set(),
        settle(answer) {
          for (const id of envelopeIds) unacked.delete(id);
          clearTimeout(deadline);
          resolve(answer);
        },
      };
      mischief.pass(() => {
        const link = chooseLink();
        if (!link) {
          sending.settle(unanswered('no_connection'));
          return;
        }
        const envelopeId = newEnvelopeId(ids);
        envelopeIds.push(envelopeId);
        unacked.set(envelopeId, sending);
        sending.links.add(link);
        deadline ??= setTimeout(() => sending.settle(unanswered('timeout')), ackDeadlineMs);
        link.send({ envelope_id: envelopeId, ...envelope });
      });
    });
  }

  return {
    send,
    ack(frame) {
      const body = frame['payload'];
      const sending = unacked.get(textAt(frame, 'envelope_id') ?? '');
      sending?.settle({ kind: 'answered', body: isObject(body) ? body : undefined });
    },
    forget(link) {
      for (const sending of new Set(unacked.values())) {
        if (sending.links.delete(link) && sending.links.size === 0) sending.settle(unanswered('connection_closed'));
      }
    },
    giveUp() {
      for (const sending of new Set(unacked.values())) sending.settle(unanswered('workspace_closed'));
    },
  };
}

function unanswered(reason: string): Answer {
  return { kind: 'unanswered', reason };
}

function newEnvelopeId(ids: Ids): string {
  return `${ids.hex(8)}-${ids.hex(4)}-4${ids.hex(3)}-a${ids.hex(3)}-${ids.hex(12)}`;
}
