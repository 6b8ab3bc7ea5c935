import { personAt, type SeenMessage } from '../slack/people.ts';
import type { Effect } from './effects.ts';

const BOT = 'U0COUNTER';
const CHANNEL = 'C0GENERAL';
const ASKER = 'U0ALICE';

/** One conversation as the people in it see it. */
export interface Thread {
  readonly mark: string;
  readonly channel: string;
  readonly ts: string;
  /** Whether a turn may also end by being put aside, which people are told. */
  readonly mayBePutAside: boolean;
}

/** What people are told of a turn that was tried too often. */
const PUT_ASIDE = 'so it was put aside';

/** A press that the workspace saw acknowledged: from then on it must not be lost. */
export interface Acked {
  readonly approvalId: string;
  readonly action: 'approve' | OutcomeAction;
  readonly user: string;
}

type OutcomeAction = 'outcome_ran' | 'outcome_run_again';

interface Button {
  readonly action: string;
  readonly value: string;
}

/** The people of a workspace that outlives the bot: they ask, approve everything, and say honestly what ran. */
export interface CrashPeople {
  readonly threads: readonly Thread[];
  readonly acked: readonly Acked[];
  ask(mark: string, script: string): Promise<void>;
  /** Looks at every conversation that is not finished and presses what is open. Answers those still unfinished. */
  look(): Promise<readonly Thread[]>;
  messages(thread: Thread): Promise<readonly SeenMessage[]>;
}

export function crashPeople(
  workspaceUrl: string,
  effects: () => readonly Effect[],
  { mayBePutAside = false }: Partial<Pick<Thread, 'mayBePutAside'>> = {},
): CrashPeople {
  const alice = personAt(workspaceUrl, ASKER);
  const threads: Thread[] = [];
  const acked: Acked[] = [];
  const pressed = new Set<string>();
  const finished = new Set<string>();

  const press = async (thread: Thread, { ts }: SeenMessage, { value }: Button, action: Acked['action']) => {
    if (pressed.has(`${ts} ${action}`)) return;
    const { ok } = await alice.click({ channel: thread.channel, ts }, action);
    // Not acknowledged: the person sees a warning and presses again later.
    if (!ok) return;
    pressed.add(`${ts} ${action}`);
    acked.push({ approvalId: value, action, user: ASKER });
  };

  /** Whether anything in this conversation is still open. */
  const lookAt = async (thread: Thread): Promise<boolean> => {
    const messages = (await alice.messages(thread.channel, thread.ts)).filter(({ user }) => user === BOT);
    for (const message of messages) {
      for (const button of buttonsOf(message)) {
        if (button.action === 'approve') await press(thread, message, button, 'approve');
        if (button.action !== 'outcome_ran') continue;
        const part = partOn(message);
        const ran = effects().some((effect) => effect.mark === thread.mark && effect.part === part);
        await press(thread, message, button, ran ? 'outcome_ran' : 'outcome_run_again');
      }
    }
    return openThings(thread, messages).length > 0;
  };

  return {
    threads,
    acked,
    async ask(mark, script) {
      const { channel, ts } = await alice.say(CHANNEL, `<@${BOT}> ${mark}\n${script}\n!step\n!say Done ${mark}`);
      threads.push({ mark, channel, ts, mayBePutAside });
    },
    async look() {
      const open: Thread[] = [];
      for (const thread of threads) {
        if (finished.has(thread.mark)) continue;
        if (await lookAt(thread)) open.push(thread);
        else finished.add(thread.mark);
      }
      return open;
    },
    messages: async (thread) => (await alice.messages(thread.channel, thread.ts)).filter(({ user }) => user === BOT),
  };
}

export const isPutAside = (messages: readonly SeenMessage[]): boolean =>
  messages.some((message) => JSON.stringify(message).includes(PUT_ASIDE));

/** What keeps a conversation from being finished, in words; empty when it is. */
export function openThings({ mark, mayBePutAside }: Thread, messages: readonly SeenMessage[]): readonly string[] {
  const things = messages.flatMap((message) => [
    ...buttonsOf(message).map(({ action }) => `${mark}: a live button ${action}`),
    ...(message.streaming_state === undefined || message.streaming_state === 'completed'
      ? []
      : [`${mark}: a stream that is ${message.streaming_state}`]),
  ]);
  const isDone = messages.some(({ text }) => text.includes(`Done ${mark}`));
  const isOver = isDone || (mayBePutAside && isPutAside(messages));
  return isOver ? things : [...things, `${mark}: the turn has not ended`];
}

const ASKING = new Set(['approve', 'deny', 'remember', 'edit', 'outcome_ran', 'outcome_run_again', 'outcome_give_up']);

const buttonsOf = ({ blocks }: SeenMessage): readonly Button[] =>
  blocks.flatMap(({ elements = [] }) =>
    elements.flatMap((element) => {
      const { action_id: action = '', value } = element;
      return ASKING.has(action) && typeof value === 'string' ? [{ action, value }] : [];
    }),
  );

/** Which call a card is about: its arguments stand on it. */
const partOn = ({ blocks }: SeenMessage): number => Number(/part\D+(\d+)/.exec(JSON.stringify(blocks))?.[1] ?? 0);
