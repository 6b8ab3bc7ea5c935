import type { KnownBlock } from '@slack/types';
import { canonicalText } from '../../domain/canonical-json.ts';
import type { AskedElicitation, Elicitation, ElicitationStatus } from '../../domain/elicitation.ts';
import { namesSecret } from '../../domain/text/secrets.ts';
import { approversLine } from './approvers-line.ts';
import { argumentBlocks } from './arguments-text.ts';
import { button } from './buttons.ts';
import { fieldNames } from './elicitation-form.ts';
import { SETTLED_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, code, fallback, foreign, header, lines, note, type Piece, time, user, words } from './rich.ts';

const SHARED = 'People of another organisation read this thread, and with it what is answered here.';

/** Of the server's own words. */
const MESSAGE_SHOWN = 1_500;

/**
 * A server's question while a call runs, or what became of it. What the server says is labelled as its words; who gets
 * the answer is said in ours, before anybody gives one.
 */
export function elicitationCard({ asked, status, settledAt }: AskedElicitation): Message {
  const title = `The server ${asked.server} asks`;
  const facts = [
    [bold('In its own words: '), foreign(asked.message, MESSAGE_SHOWN)],
    [bold('While running '), code(asked.toolName), words(' · asked for by '), user(asked.principal.user)],
  ];
  if (status.kind !== 'pending') {
    const at: readonly Piece[] = settledAt === null ? [] : [words(' · '), time(settledAt)];
    return {
      text: fallback(title),
      blocks: [header(title), lines([[...settledLine(status), ...at], ...facts]), ...givenBlocks(status)],
    };
  }
  return {
    text: fallback(title),
    blocks: [
      header(title),
      lines([
        ...facts,
        [bold('Your answer goes to the server '), code(asked.server), words(', which is not part of Slack.')],
        [...approversLine({ ...asked.approvers, quorum: 1 }, asked.principal.user)],
        ...(asked.sharedWhenAsked === true ? [[words(SHARED)]] : []),
        [bold('Expires '), time(asked.expiresAt)],
      ]),
      ...askBlocks(asked),
    ],
  };
}

function askBlocks({ approvalId: value, ask }: Elicitation): readonly KnownBlock[] {
  const decline = button({ action: 'elicit_decline', label: 'Decline', value, style: 'danger' });
  if (ask.kind === 'form') {
    const secret = fieldNames(ask.schemaJson).filter(namesSecret);
    return [
      ...(secret.length === 0
        ? []
        : [note(`⚠ It asks for ${secret.join(', ')}. A server should not ask for secrets here.`)]),
      {
        type: 'actions',
        elements: [button({ action: 'elicit_form', label: 'Answer', value, style: 'primary' }), decline],
      },
    ];
  }
  const { host } = new URL(ask.url);
  return [
    lines([[bold('It wants you to visit '), code(host), words('. What you enter there goes to that page.')]]),
    ...argumentBlocks(canonicalText({ url: ask.url }), SETTLED_ARGUMENTS).blocks,
    {
      type: 'actions',
      elements: [
        { ...button({ action: 'elicit_open', label: `Open ${host}`, value }), url: ask.url },
        button({ action: 'elicit_visited', label: 'I have done it', value, style: 'primary' }),
        decline,
      ],
    },
  ];
}

function settledLine(status: Exclude<ElicitationStatus, { kind: 'pending' }>): readonly Piece[] {
  if (status.kind === 'closed') {
    return status.because === 'expired'
      ? [bold('Nobody answered in time.'), words(' The server was told so.')]
      : [bold('No longer needed: '), words('the call that asked has ended.')];
  }
  const { action, person } = status.signed.answer;
  return action === 'accept'
    ? [bold('Answered by '), user(person.user)]
    : [bold('Declined by '), user(person.user), words('. Nothing was handed over.')];
}

/** What the server was given, secrets masked. */
function givenBlocks(status: ElicitationStatus): readonly KnownBlock[] {
  const given = status.kind === 'answered' ? status.signed.answer.contentJson : null;
  return given === null ? [] : argumentBlocks(given, SETTLED_ARGUMENTS).blocks;
}
