import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Approval } from '../../domain/approvals.ts';
import { callbacks } from '../action-ids.ts';
import { contextNotes, mayEdit, offersRemembering, shownArguments, toolLine, whyLines } from './approval-card.ts';
import { argumentPages, warningNotes } from './arguments-text.ts';
import { button } from './buttons.ts';
import { LIMITS } from './limits.ts';
import { bold, lines, note, plain, preformatted, words } from './rich.ts';

/** Where a reader is. It comes back from the client: a look-up, never an authority. */
export interface FullViewState {
  readonly approvalId: string;
  readonly page: number;
}

const stateShape = z.object({ a: z.string(), p: z.number().int().min(0) });

export const REMEMBER_BLOCK = 'remember';
export const REMEMBER_ACTION = 'value';
export const REMEMBER_VALUE = 'remember';
export const NOTE_BLOCK = 'note';
export const NOTE_ACTION = 'value';

export function readFullViewState(metadata: string): FullViewState | null {
  try {
    const read = stateShape.safeParse(JSON.parse(metadata));
    return read.success ? { approvalId: read.data.a, page: read.data.p } : null;
  } catch {
    return null;
  }
}

/**
 * All of the arguments, page by page. While the question is open the last page has the button that approves, so that
 * whoever presses it has come past everything. `secrets` is `shown` only for somebody who may decide.
 */
export function fullView(approval: Approval, page: number, secrets: 'masked' | 'shown'): ModalView {
  const { request } = approval;
  const pages = argumentPages(shownArguments(request), secrets);
  const at = Math.min(page, pages.length - 1);
  const isLast = at === pages.length - 1;
  const asks = isLast && approval.status.kind === 'pending';
  return {
    type: 'modal',
    callback_id: callbacks.viewAll,
    private_metadata: JSON.stringify({ a: request.approvalId, p: at }),
    title: plain('All arguments', LIMITS.viewTitle),
    ...(asks ? { submit: plain('Approve', LIMITS.viewTitle) } : {}),
    close: plain('Close', LIMITS.viewTitle),
    blocks: [
      lines([toolLine(request), ...(at === 0 ? whyLines(request) : []), [bold(`Page ${at + 1} of ${pages.length}`)]]),
      ...(at === 0 ? [...warningNotes(shownArguments(request)), ...contextNotes(request)] : []),
      ...(pages[at] ?? []).map((text) => preformatted(text)),
      ...(isLast ? [] : [note('Approving is possible on the last page.')]),
      ...turning(request.approvalId, at, pages.length),
      ...(asks ? [noteBox()] : []),
      ...(asks && offersRemembering(request) ? [rememberBox()] : []),
      ...(asks && mayEdit(request)
        ? [note('To change something, close this and choose “Edit arguments” on the card.')]
        : []),
    ],
  };
}

function turning(value: string, at: number, count: number): KnownBlock[] {
  const elements = [
    ...(at > 0 ? [button({ action: 'page_back', label: 'Previous page', value })] : []),
    ...(at < count - 1 ? [button({ action: 'page_on', label: 'Next page', value, style: 'primary' })] : []),
  ];
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

/** What whoever approves wants to have on the record; the settled card shows it. */
const noteBox = (): KnownBlock => ({
  type: 'input',
  block_id: NOTE_BLOCK,
  optional: true,
  label: plain('Note', LIMITS.inputLabel),
  hint: plain('Signed with your approval, and shown on the card.', LIMITS.inputLabel),
  element: { type: 'plain_text_input', action_id: NOTE_ACTION, max_length: LIMITS.typedText },
});

const rememberBox = (): KnownBlock => ({
  type: 'input',
  block_id: REMEMBER_BLOCK,
  optional: true,
  label: plain('After this', LIMITS.inputLabel),
  element: {
    type: 'checkboxes',
    action_id: REMEMBER_ACTION,
    options: [{ text: plain("Don't ask again in this conversation", LIMITS.optionText), value: REMEMBER_VALUE }],
  },
});

/** A modal that only says something, in place of one that cannot be used any more. */
export function sayingView(title: string, text: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, LIMITS.viewTitle),
    close: plain('Close', LIMITS.viewTitle),
    blocks: [lines([[words(text)]])],
  };
}
