import type { App } from '@slack/bolt';
import type { IncomingMessage } from '../../conversation/commands.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { type Person, samePerson } from '../../domain/person.ts';
import { attachmentsOf } from '../files/attachment.ts';
import { readText } from '../message-text.ts';
import { readEvent } from '../payloads/events.ts';
import { conversationOf } from '../place.ts';
import { helpNotice } from '../views/help.ts';
import type { Workspace } from '../web/workspaces.ts';
import { lineWords } from '../words.ts';
import { readBackfill } from './backfill.ts';
import type { ListenerContext } from './context.ts';
import { nameThread } from './name-thread.ts';
import { type PrivatePlace, tellPrivately } from './tell.ts';

type Heard = Extract<ReturnType<typeof readEvent>, { kind: 'message' }>['message'];

/** Messages and mentions. Slack sends both for one mention; they are the same message by channel and ts. */
export function registerMessages(bolt: App, context: ListenerContext): void {
  const hear = async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    const event = readEvent(body);
    if (event.kind === 'message') await receiveMessage(context, event.team, event.message);
  };
  bolt.event('message', ({ body }) => hear({ ...body }));
  bolt.event('app_mention', ({ body }) => hear({ ...body }));
}

async function receiveMessage(context: ListenerContext, team: string, heard: Heard): Promise<void> {
  const workspace = await context.workspaces.of(team);
  if (workspace === null || heard.author.user === workspace.botUser) return;
  const { text, mentionsUs } = readText(heard.text, workspace.botUser);
  const rootTs = heard.threadTs ?? heard.ts;
  const conversation = conversationOf({ team, channel: heard.channel, ts: rootTs });
  const known = await context.commands.read(conversation);
  const addressed = mentionsUs || heard.direct || isFollowUp(known, heard);
  // A thread we were never asked into is none of our business.
  if (!addressed && known.position === 0) return;
  if (addressed && text === '' && heard.files.length === 0) {
    await tellPrivately(workspace, placeOf(heard), helpNotice(context.agents));
    return;
  }
  const place = placeOf(heard);
  const messageId = `${heard.channel}:${heard.ts}`;
  if (addressed && startsWork(known) && (await isTurnedAway(context, workspace, { messageId, place }))) return;
  // What is known goes on with the log, so this is asked before anything is added to it.
  const isNew = known.position === 0;
  const joins = isNew && heard.threadTs !== null;
  const message: IncomingMessage = {
    conversation,
    messageId,
    author: heard.author,
    text,
    addressed,
    persona: null,
    backfill: [
      ...(joins ? await readBackfill(workspace, { channel: heard.channel, rootTs, beforeTs: heard.ts }) : []),
      ...attachmentsOf(team, heard.author, heard.files),
    ],
  };
  const received = await context.commands.receive(message);
  context.logger.info({ conversation, received, addressed }, 'message received');
  if (addressed && received === 'received') context.line.join(conversation, { team, place });
  if (isNew) void nameThread(workspace, { channel: heard.channel, ts: rootTs }, text);
  context.onOwed();
}

const placeOf = ({ channel, author, threadTs }: Heard): PrivatePlace => ({ channel, user: author.user, threadTs });

/** Nothing of the conversation runs, waits in line or waits for people: the message would begin something. */
function startsWork({ status, transcript }: Conversation): boolean {
  if (status.kind !== 'idle' && status.kind !== 'failed') return false;
  return ![...transcript.waiting.values()].some(({ addressed }) => addressed);
}

/** More waits than is got done: the person is told to come back. Rejects when they cannot be told, to be tried again. */
async function isTurnedAway(
  { line, logger }: ListenerContext,
  workspace: Workspace,
  { messageId, place }: { readonly messageId: string; readonly place: PrivatePlace },
): Promise<boolean> {
  const judged = line.judge(messageId);
  if (judged !== 'full') return judged === 'turned-away';
  if (!(await tellPrivately(workspace, place, lineWords.full))) throw new Error('nobody could be told to come back');
  line.turnedAway(messageId);
  logger.warn({ channel: place.channel }, 'a message was turned away');
  return true;
}

/** In a thread of ours the person we act for need not mention us; others must. */
function isFollowUp(known: Conversation, heard: Heard): boolean {
  if (heard.threadTs === null) return false;
  const principal = principalOf(known);
  return principal !== null && samePerson(principal, heard.author);
}

/** Whom the latest turn acts for, or the first message that waits for one. */
function principalOf({ turns, transcript }: Conversation): Person | null {
  if (turns.principal !== null) return turns.principal;
  for (const waiting of transcript.waiting.values()) if (waiting.addressed) return waiting.author;
  return null;
}
