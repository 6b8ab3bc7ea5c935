import type { Button, ConfirmationDialog } from '@slack/types';
import type { ActionId } from '../action-ids.ts';
import { LIMITS } from './limits.ts';
import { plain } from './rich.ts';

export interface ButtonInput {
  readonly action: ActionId;
  readonly label: string;
  /** An opaque id; the truth about it is in the log. */
  readonly value: string;
  readonly style?: 'primary' | 'danger';
  readonly confirm?: ConfirmationDialog;
}

export function button({ action, label, value, style, confirm }: ButtonInput): Button {
  return {
    type: 'button',
    action_id: action,
    text: plain(label, LIMITS.button),
    value,
    ...(style === undefined ? {} : { style }),
    ...(confirm === undefined ? {} : { confirm }),
  };
}

export function confirmation(title: string, text: string, yes: string): ConfirmationDialog {
  return {
    title: plain(title, LIMITS.confirmTitle),
    text: plain(text, LIMITS.confirmText),
    confirm: plain(yes, LIMITS.confirmButton),
    deny: plain('Go back', LIMITS.confirmButton),
  };
}
