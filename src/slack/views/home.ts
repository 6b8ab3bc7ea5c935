import type { HomeView, KnownBlock } from '@slack/types';
import type { ApprovalListing, GrantListing } from '../../conversation/commands.ts';
import type { ElicitationListing } from '../../conversation/elicitation/commands.ts';
import type { ApprovalStatus } from '../../domain/approvals.ts';
import { capabilityList } from '../../domain/capability.ts';
import type { ConversationId } from '../../domain/ids.ts';
import { type Person, samePerson } from '../../domain/person.ts';
import type { CardRoute } from '../../ports/preferences.ts';
import { threadOf } from '../place.ts';
import { capabilityWords } from '../words.ts';
import { button, confirmation } from './buttons.ts';
import { cardRouteChoice } from './card-route.ts';
import { agentsWords } from './help.ts';
import { bold, code, foreign, header, lines, note, type Piece, time, user, words } from './rich.ts';

export interface HomeContents {
  readonly toDecide: readonly ApprovalListing[];
  /** Of servers, while their calls run. */
  readonly questions: readonly ElicitationListing[];
  readonly waiting: readonly ApprovalListing[];
  readonly grants: readonly GrantListing[];
  readonly recent: readonly ApprovalListing[];
  readonly cardRoute: CardRoute;
  /** Agents that have a name here. */
  readonly agents?: readonly string[];
  /** Said at the top, once, after something was done here. */
  readonly notice: string | null;
}

/** Rows of each part; with their buttons they stay under a view's 100 blocks. */
const ROWS = { questions: 5, toDecide: 10, waiting: 10, grants: 12, recent: 8 } as const;

/** App Home of one person: what they have to decide, what they wait for, what they allowed, what was decided, what they chose. */
export function homeView(contents: HomeContents): HomeView {
  const { toDecide, questions, waiting, grants, recent, cardRoute, agents = [], notice } = contents;
  return {
    type: 'home',
    blocks: [
      ...(notice === null ? [] : [note(notice)]),
      header('Waiting for your decision'),
      ...homeRows.toDecide(toDecide, questions),
      header('Your requests that wait'),
      ...homeRows.waiting(waiting),
      header('What you allowed without being asked'),
      ...homeRows.grants(grants),
      header('Decided lately'),
      ...rows(recent, ROWS.recent, (listing) => [lines(recentLines(listing))], 'Nothing was decided lately.'),
      ...cardRouteChoice(cardRoute),
      ...(agents.length === 0 ? [] : [note(`/countersign as NAME question ${agentsWords(agents)}`)]),
    ],
  };
}

/** The parts of App Home that commands show as well. */
export const homeRows = {
  toDecide: (listings: readonly ApprovalListing[], questions: readonly ElicitationListing[]) =>
    questions.length === 0
      ? rows(listings, ROWS.toDecide, pendingRow, 'Nothing waits for you.')
      : [
          ...rows(questions, ROWS.questions, questionRow, ''),
          ...(listings.length === 0 ? [] : rows(listings, ROWS.toDecide, pendingRow, '')),
        ],
  waiting: (listings: readonly ApprovalListing[]) =>
    rows(listings, ROWS.waiting, waitingRow, 'None of your requests waits.'),
  grants: (listings: readonly GrantListing[]) => [
    ...rows(listings, ROWS.grants, grantRow, 'You are asked about everything.'),
    ...(listings.length === 0 ? [] : [revokeAllButton(listings.length)]),
  ],
} as const;

/** Of a server's own words. */
const QUESTION_SHOWN = 300;

function rows<T>(items: readonly T[], limit: number, row: (item: T) => KnownBlock[], none: string): KnownBlock[] {
  if (items.length === 0) return [note(none)];
  const more = items.length - limit;
  return [...items.slice(0, limit).flatMap(row), ...(more > 0 ? [note(`… and ${more} more`)] : [])];
}

function pendingRow({ approval }: ApprovalListing): KnownBlock[] {
  const { request, expiresAt } = approval;
  const value = request.approvalId;
  return [
    lines([
      [foreign(request.title), words(' · '), code(request.call.toolName)],
      [words('asked for by '), user(request.principal.user), words(' · expires '), time(expiresAt)],
    ]),
    {
      type: 'actions',
      elements: [
        button({ action: 'view_all', label: 'View and approve', value, style: 'primary' }),
        button({ action: 'deny', label: 'Deny', value, style: 'danger' }),
      ],
    },
  ];
}

/** A form opens from here; what a page to visit came to is said on the question's card. */
function questionRow({ conversation, elicitation: { asked } }: ElicitationListing): KnownBlock[] {
  const { approvalId: value, ask, server } = asked;
  const about = lines([
    [bold(`The server ${server} asks: `), foreign(asked.message, QUESTION_SHOWN)],
    [words('asked for by '), user(asked.principal.user), ...placeOf(conversation)],
    [words('expires '), time(asked.expiresAt), words(ask.kind === 'link' ? ' · its card has the page to visit' : '')],
  ]);
  if (ask.kind === 'link') return [about];
  const answer = button({ action: 'elicit_form', label: 'Answer', value, style: 'primary' });
  return [about, { type: 'actions', elements: [answer] }];
}

const waitingRow = ({ approval: { request, expiresAt } }: ApprovalListing): KnownBlock[] => [
  lines([[foreign(request.title), words(' · '), code(request.call.toolName), words(' · expires '), time(expiresAt)]]),
];

function grantRow({ conversation, grant, title }: GrantListing): KnownBlock[] {
  const what = capabilityList(grant.covered).map((capability) => capabilityWords[capability]);
  const uses = grant.uses === 0 ? 'not used yet' : grant.uses === 1 ? 'used once' : `used ${grant.uses} times`;
  return [
    lines([
      [foreign(title), words(' · '), code(grant.toolName)],
      ...(what.length === 0 ? [] : [[words(`it ${what.join(', ')}`)]]),
      [words('holds in one conversation,'), ...placeOf(conversation), words(` · ${uses}`)],
      [words('allowed by '), user(grant.signed.decision.approver.user), words(' · until '), time(grant.expiresAt)],
    ]),
    { type: 'actions', elements: [button({ action: 'revoke', label: 'Take back', value: grant.id })] },
  ];
}

const revokeAllButton = (count: number): KnownBlock => ({
  type: 'actions',
  elements: [
    button({
      action: 'revoke_all',
      label: 'Take all back',
      value: 'all',
      style: 'danger',
      confirm: confirmation('Take all back?', `You will be asked again about all ${count}.`, 'Take back'),
    }),
  ],
});

function recentLines({ conversation, approval }: ApprovalListing): (readonly Piece[])[] {
  const { request, status, settledAt } = approval;
  const at: readonly Piece[] = settledAt === null ? [] : [words(' · '), time(settledAt)];
  return [
    [bold(`${statusWords[status.kind]}: `), foreign(request.title), words(' · '), code(request.call.toolName)],
    [...between(status, request.principal), ...placeOf(conversation), ...at],
  ];
}

/** Who decided what who had asked for. */
function between(status: ApprovalStatus, principal: Person): readonly Piece[] {
  if (!('signed' in status)) return [words('asked for by '), user(principal.user)];
  const { approver, decision } = status.signed.decision;
  const how = decision === 'approve-edited' ? ' with changed arguments' : '';
  if (samePerson(approver, principal)) return [words('asked for and decided by '), user(approver.user), words(how)];
  return [words('by '), user(approver.user), words(`${how} · asked for by `), user(principal.user)];
}

/** Where a conversation is, as far as a person can be told: the channel, or their own messages with the bot. */
function placeOf(conversation: ConversationId): readonly Piece[] {
  const thread = threadOf(conversation);
  if (thread === null) return [];
  if (thread.channel.startsWith('D')) return [words(' in direct messages')];
  return [words(' in '), { kind: 'channel', channel: thread.channel }];
}

const statusWords: Readonly<Record<ApprovalStatus['kind'], string>> = {
  pending: 'Open',
  approved: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  superseded: 'Withdrawn',
  cancelled: 'Cancelled',
};
