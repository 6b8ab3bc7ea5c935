import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { benchBot, benchKeyring } from '../../bot/bench-bot.ts';
import { type Desk, newConversation, openDesk } from '../../bot/desk.ts';
import { mailTool } from '../../bot/mail-tool.ts';
import { question, REISSUES } from '../../bot/scenario.ts';
import { scriptedModel, stubbornModel } from '../../bot/scripted-model.ts';

/** Two people approve at the same moment while two workers are at it. */
export const race = (folder: string) =>
  withDesk(join(folder, 'race.db'), async (desk) => {
    const approval = await paused(desk);
    await Promise.all([
      desk.bot.answer(approval, 'approve'),
      desk.bot.answer(approval, 'approve', { team: 'T0BENCH', user: 'U0BOB' }),
    ]);
    await Promise.all([desk.bot.work(), desk.bot.work()]);
    return desk.mail.runs;
  });

/** The same click once more after everything is over. */
export const replay = (folder: string) =>
  withDesk(join(folder, 'replay.db'), async (desk) => {
    const approval = await paused(desk);
    await desk.bot.answer(approval, 'approve');
    await desk.bot.work();
    await desk.bot.answer(approval, 'approve');
    await desk.bot.work();
    return desk.mail.runs;
  });

/** Someone with the database file turns a stored denial into an approval before a worker gets to it. */
export async function flip(folder: string): Promise<number> {
  const path = join(folder, 'flip.db');
  const keyring = benchKeyring();
  const mail = mailTool(true);
  const open = async () => {
    const store = await openSqliteStore({ path, now: Date.now });
    return { store, mail, bot: benchBot(store, scriptedModel(1), [mail.tool], keyring) };
  };
  const before = await open();
  await before.bot.answer(await paused(before), 'deny');
  await before.store.close();

  const db = new Database(path);
  db.exec('DROP TRIGGER events_are_never_changed');
  const changed = db
    .prepare(
      `UPDATE events SET body = replace(body, '"decision":"deny"', '"decision":"approve"') WHERE type = 'approval.decided'`,
    )
    .run();
  db.close();
  if (changed.changes !== 1) throw new Error('there was no denial to change');

  const after = await open();
  await after.bot.work();
  await after.store.close();
  return mail.runs;
}

/** The model proposes what was denied again and again; a person denies whatever is asked. */
export async function reissue(folder: string): Promise<number> {
  const store = await openSqliteStore({ path: join(folder, 'reissue.db'), now: Date.now });
  const bot = benchBot(store, stubbornModel(), [mailTool(true).tool], benchKeyring());
  const conversation = newConversation();
  await bot.say(conversation, question);
  let questions = 0;
  for (let rounds = 0; rounds < REISSUES; rounds += 1) {
    await bot.work();
    for (const approval of await bot.pending(conversation)) {
      questions += 1;
      await bot.cardPosted(approval);
      await bot.answer(approval, 'deny');
    }
  }
  await store.close();
  return questions;
}

async function withDesk(path: string, probe: (desk: Desk) => Promise<number>): Promise<number> {
  const desk = await openDesk(path);
  try {
    return await probe(desk);
  } finally {
    await desk.store.close();
  }
}

async function paused({ bot }: Desk) {
  const conversation = newConversation();
  await bot.say(conversation, question);
  await bot.work();
  const [approval] = await bot.pending(conversation);
  if (approval === undefined) throw new Error('nothing was asked');
  await bot.cardPosted(approval);
  return approval;
}
