import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { announceChange, wire } from '../posting.ts';
import { BOT_USER } from '../world/people.ts';
import { streamingState } from '../world/streams.ts';
import { sessionKey } from '../world/world.ts';
import { type PersonRequest, personsChannel, readJson } from './person-request.ts';

const STOPPED = z.object({ channel: z.string(), thread_ts: z.string() });

/**
 * Presses Stop in a thread: running streams end at once, the app hears `agent_session_stopped`. The session's status
 * stays as it is until the app sets it. Slack shows the button only to apps that subscribe to that event.
 */
export async function stop({ workspace, person, request }: PersonRequest): Promise<Reply> {
  const body = await readJson(request, STOPPED);
  if (body.kind === 'refused') return body.reply;
  if (!workspace.manifest.botEvents.has('agent_session_stopped')) return problem(409, 'no_stop_button');
  const channel = personsChannel(workspace, person, body.value.channel);
  if (channel.kind === 'refused') return channel.reply;
  const threadTs = body.value.thread_ts;
  const now = workspace.clock.now();
  const running = workspace.world.messages
    .inThread(channel.value.id, threadTs)
    .flatMap((message) => (message.user === BOT_USER && message.stream ? [{ message, stream: message.stream }] : []))
    .filter(({ stream }) => streamingState(stream, now) === 'in_progress');
  const session = workspace.world.sessions.get(sessionKey(channel.value.id, threadTs));
  if (running.length === 0 && session?.status !== 'processing') return problem(409, 'nothing_to_stop');
  for (const { message, stream } of running) {
    const before = wire(workspace, message);
    stream.ended = { by: 'person', user: person.id };
    announceChange(workspace, message, before);
  }
  workspace.events.emit(
    {
      type: 'agent_session_stopped',
      channel: channel.value.id,
      user: person.id,
      thread_ts: threadTs,
      streaming_message_ts: running.map(({ message }) => message.ts),
      event_ts: workspace.nextTs(),
    },
    channel.value,
  );
  return jsonReply({ ok: true, stopped: running.map(({ message }) => message.ts) });
}
