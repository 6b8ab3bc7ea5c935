import { z } from 'zod';
import { OutcomeUnknown, type Tool, type ToolContext, type ToolOutput } from '../../../ports/tools.ts';
import type { FoundMessage, OnBehalf, WorkspaceMessages } from '../../../ports/workspace-messages.ts';
import { defineTool } from '../../define-tool.ts';

const MAX_QUERY_CHARS = 200;
/** What fits into one message and on its card. */
const MAX_POST_CHARS = 2_500;

const channelId = z
  .string()
  .regex(/^[CG][A-Z0-9]{2,}$/, 'expected a channel id like C0123ABCD')
  .describe('Channel id');

/** Searching what the person asked for may read, and posting for them. Both act for the turn's principal alone. */
export const slackTools = (messages: WorkspaceMessages): readonly Tool[] => [search(messages), post(messages)];

const search = (messages: WorkspaceMessages): Tool =>
  defineTool({
    name: 'slack.search',
    title: 'Search Slack messages',
    description:
      'Finds recent messages that contain all the given words, in channels that both you and the person you work for are in. Replies in threads are not searched.',
    input: z.object({
      query: z.string().trim().min(1).max(MAX_QUERY_CHARS).describe('Words that must all appear'),
      channel: channelId.optional(),
    }),
    version: '1',
    capabilities: ['fixed-connector-read'],
    effect: 'read',
    cacheable: true,
    ingestsUntrusted: true,
    async run({ query, channel }, context) {
      const found = await messages.search({ query, channel: channel ?? null }, behalfOf(context));
      if (found.kind === 'refused') return { text: found.reason, isError: true };
      const head = `${found.messages.length} messages found in ${found.channels} channels.`;
      return { text: [head, ...found.messages.map(line)].join('\n\n'), isError: false };
    },
  });

const post = (messages: WorkspaceMessages): Tool =>
  defineTool({
    name: 'slack.post',
    title: 'Post a Slack message',
    description:
      'Posts a message in the name of the person you work for: into this thread, or into a channel that both of you are in.',
    input: z.object({
      text: z.string().trim().min(1).max(MAX_POST_CHARS).describe('Plain text'),
      channel: channelId.optional(),
    }),
    version: '1',
    capabilities: ['arbitrary-egress', 'mutate-external'],
    // Elsewhere other people read it: what is known here leaves.
    capabilitiesFor: ({ channel }) => (channel === undefined ? [] : ['arbitrary-egress', 'mutate-external']),
    effect: 'once',
    async run({ text, channel }, context): Promise<ToolOutput> {
      const posted = await messages.post({ text, channel: channel ?? null }, behalfOf(context));
      switch (posted.kind) {
        case 'posted':
          return { text: 'Posted.', isError: false };
        case 'refused':
          return { text: posted.reason, isError: true };
        case 'unknown':
          throw new OutcomeUnknown('Slack did not say whether the message was posted');
      }
    },
  });

const behalfOf = ({ conversation, principal: person, signal }: ToolContext): OnBehalf => ({
  conversation,
  person,
  signal,
});

const line = ({ channel, channelName, author, text, at }: FoundMessage): string =>
  `#${channelName} (${channel}), ${new Date(at).toISOString()}, ${author ?? 'not a person'}:\n${text}`;
