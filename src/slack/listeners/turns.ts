import type { App } from '@slack/bolt';
import { approvalId, conversationId } from '../../domain/ids.ts';
import { readEvent } from '../payloads/events.ts';
import { readPress } from '../payloads/interactions.ts';
import { conversationOf, threadOf } from '../place.ts';
import { plainNotice } from '../views/notices.ts';
import { clickWords, refusalWords, stopRefusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { settledNotice, tell } from './feedback.ts';
import { noteRefused } from './refusals.ts';
import { findListing } from './submissions.ts';
import { tellPrivately } from './tell.ts';

/** What people do about a turn: stop it, try it again, give its card more time. */
export function registerTurns(bolt: App, context: ListenerContext): void {
  bolt.event('agent_session_stopped', async ({ body }) => {
    const event = readEvent({ ...body });
    if (event.kind !== 'stopped') return;
    const conversation = conversationOf({ team: event.team, channel: event.channel, ts: event.threadTs });
    const stopping = await context.commands.stop(conversation, event.by);
    // Slack has ended the stream already; whatever the turn says until it notices is not shown.
    if (stopping === 'stopping') context.live.silence(conversation);
    context.onOwed();
    context.logger.info({ conversation, stopping }, 'stop was pressed');
    if (stopping === 'stopping') return;
    const workspace = await context.workspaces.of(event.team);
    if (stopping !== 'nothing-to-stop') {
      const place = { channel: event.channel, user: event.by.user, threadTs: event.threadTs };
      if (workspace !== null) await tellPrivately(workspace, place, stopRefusalWords(stopping));
      return;
    }
    // Slack does not change the status by itself.
    const idle = { channel_id: event.channel, thread_ts: event.threadTs, status: 'active' };
    await workspace?.later.call('agents.sessions.setStatus', idle, 'last');
  });

  bolt.action('retry', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press === null || press.message === null) return;
    const conversation = conversationId(press.value);
    const thread = threadOf(conversation);
    // The id came back from a client: it is only good for the thread the button stands in.
    if (thread === null || thread.channel !== press.message.channel) {
      return await tell(context, press, null, clickWords.nothingToRetry);
    }
    const retrying = await context.commands.retry(conversation, press.actor.person);
    context.onOwed();
    const workspace = await context.workspaces.of(thread.team);
    if (workspace === null) return;
    if (retrying === 'nothing-to-retry') await tell(context, press, null, clickWords.nothingToRetry);
    else if (retrying !== 'retrying') return await tell(context, press, null, refusalWords[retrying]);
    const { text, blocks } = plainNotice(retrying === 'retrying' ? 'Trying again …' : clickWords.nothingToRetry);
    await workspace.later.call('chat.update', { ...press.message, text, blocks });
  });

  bolt.action('extend', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press === null) return;
    const listing = await findListing(context, press.value);
    const extended = await context.commands.extend(approvalId(press.value), press.actor.person);
    context.onOwed();
    switch (extended) {
      case 'extended':
        return await tell(context, press, listing, clickWords.extended);
      case 'at-limit':
        return await tell(context, press, listing, clickWords.atLimit);
      case 'already-settled':
        return await tell(
          context,
          press,
          listing,
          listing === null ? clickWords.alreadyAnswered : settledNotice(listing.approval.status),
        );
      case 'unknown-approval':
        await noteRefused(context, press, listing, 'unknown-approval');
        return await tell(context, press, listing, clickWords.unknownApproval);
      default:
        return await tell(context, press, listing, refusalWords[extended]);
    }
  });
}
