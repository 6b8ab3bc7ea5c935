import { z } from 'zod';
import type { CardRef } from '../../src/domain/decision.ts';
import type { ConversationId } from '../../src/domain/ids.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { preciseNow } from './messages.ts';

/** Somebody in the local workspace who talks to the bot and presses its buttons. */
export interface Person {
  /** Says something to the bot in a new thread; resolves to the conversation. */
  ask(words: string): Promise<ConversationId>;
  /** Presses Approve. `at` is when the finger came down, `ackMs` how long Slack waited for the bot's acknowledgement. */
  approve(card: CardRef): Promise<{ readonly at: number; readonly ackMs: number; readonly ok: boolean }>;
}

const CHANNEL = 'C0GENERAL';
export const personTeam = 'T0LOCAL';
const said = z.object({ channel: z.string(), ts: z.string() });
const pressed = z.object({ ok: z.boolean() });

export function personAt(workspaceUrl: string, user = 'U0ALICE'): Person {
  const post = async <T>(path: string, shape: z.ZodType<T>, body: unknown): Promise<T> => {
    const response = await fetch(`${workspaceUrl}/people/${user}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return shape.parse(await response.json());
  };
  return {
    async ask(words) {
      const place = await post('messages', said, { channel: CHANNEL, text: `<@U0COUNTER>\n${words}` });
      return conversationOf({ team: personTeam, ...place });
    },
    async approve({ channel, message }) {
      const at = preciseNow();
      const { ok } = await post('click', pressed, { channel, ts: message, action_id: 'approve' });
      return { at, ackMs: preciseNow() - at, ok };
    },
  };
}
