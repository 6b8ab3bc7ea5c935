import { type ConversationId, conversationId } from '../../src/domain/ids.ts';
import { systemIds } from '../../src/platform/system.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type Sample, timed } from '../measure/timed.ts';
import { type BenchBot, benchBot, benchKeyring } from './bench-bot.ts';
import { type MailTool, mailTool } from './mail-tool.ts';
import { expectEqual, question } from './scenario.ts';
import { scriptedModel } from './scripted-model.ts';

export const newConversation = (): ConversationId => conversationId(`T0BENCH:C0BENCH:${systemIds.token()}`);

/** A bot over a database of its own. */
export interface Desk {
  readonly store: SqliteStore;
  readonly bot: BenchBot;
  readonly mail: MailTool;
}

export async function openDesk(path: string, calls = 1): Promise<Desk> {
  const store = await openSqliteStore({ path, now: Date.now });
  const mail = mailTool(true);
  return { store, mail, bot: benchBot(store, scriptedModel(calls), [mail.tool], benchKeyring()) };
}

/** Opens the desk at the first call and keeps it: opening is not what is timed. */
export function keptDesk(path: string): () => Promise<Desk> {
  let desk: Promise<Desk> | undefined;
  return () => {
    desk ??= openDesk(path);
    return desk;
  };
}

/**
 * A message, a pause, a posted card, a signed decision, the one execution and the answer: the whole control plane with
 * every append it makes in service. Slack, inbox and outbox are left out, as peers have none.
 */
export const signedRoundTrip = ({ bot, mail }: Desk, conversation = newConversation()): Promise<Sample> => {
  const before = mail.runs;
  return timed(async () => {
    await bot.say(conversation, question);
    await bot.work();
    for (const approval of await bot.pending(conversation)) {
      await bot.cardPosted(approval);
      expectEqual((await bot.answer(approval, 'approve')).kind, 'recorded', 'answer');
    }
    await bot.work();
    expectEqual(mail.runs - before, 1, 'executions');
  });
};
