import { z } from 'zod';
import type { Command } from '../payloads/interactions.ts';
import { conversationOf } from '../place.ts';
import type { Message } from '../views/message.ts';
import { plainNotice } from '../views/notices.ts';
import { bold, fallback, foreign, lines, user, words } from '../views/rich.ts';
import type { ListenerContext } from './context.ts';

const posted = z.object({ ts: z.string() });

/**
 * `/countersign as NAME question`: the question is put into the channel for everybody to see, and the agent of that
 * name answers in its thread. Gives what the person is told where nothing came of it, null where the channel shows it.
 */
export async function askAgent(context: ListenerContext, { actor, channel, text }: Command): Promise<Message | null> {
  const { agents } = context;
  const [, name = '', question = ''] = /^as\s+(\S+)\s*([\s\S]*)$/i.exec(text.trim()) ?? [];
  const agent = agents.find((one) => one === name.toLowerCase().replace(/[:,]$/, ''));
  if (agent === undefined) return plainNotice(agentsSentence(agents));
  if (question === '')
    return plainNotice(`Write what ${agent} should do, as in: /countersign as ${agent} your question`);
  const workspace = await context.workspaces.of(actor.team);
  const said = await workspace?.now.call('chat.postMessage', {
    channel,
    text: fallback(`A question for ${agent}`),
    blocks: [lines([[user(actor.person.user), words(' asks '), bold(agent), words(': '), foreign(question, 2_000)]])],
    unfurl_links: false,
    unfurl_media: false,
  });
  const ts = said?.kind === 'ok' ? posted.safeParse(said.body).data?.ts : undefined;
  if (workspace === null || ts === undefined) return plainNotice('I cannot write in that channel. Invite me first.');
  await context.commands.receive({
    conversation: conversationOf({ team: workspace.team, channel, ts }),
    messageId: `command:${channel}:${ts}`,
    author: actor.person,
    text: question,
    addressed: true,
    persona: agent,
    backfill: [],
  });
  context.onOwed();
  return null;
}

const agentsSentence = (agents: readonly string[]): string =>
  agents.length === 0
    ? 'There is one agent here, and it answers everywhere.'
    : `No agent of that name. There are: ${agents.join(', ')}.`;
