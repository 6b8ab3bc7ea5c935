import type { KnownBlock, PlainTextOption } from '@slack/types';
import type { CardRoute } from '../../ports/preferences.ts';
import type { ActionId } from '../action-ids.ts';
import { LIMITS } from './limits.ts';
import { header, plain } from './rich.ts';

const labels: Readonly<Record<CardRoute, string>> = {
  thread: 'In the thread of their conversation',
  direct: 'In the thread, and by direct message',
};

const routes: readonly CardRoute[] = ['thread', 'direct'];

/** How cards reach this person: those they asked for and may decide, and those that name them or a group of theirs. */
export function cardRouteChoice(chosen: CardRoute): readonly KnownBlock[] {
  const action: ActionId = 'card_route';
  return [
    header('How cards that wait for you reach you'),
    {
      type: 'actions',
      elements: [
        { type: 'radio_buttons', action_id: action, options: routes.map(option), initial_option: option(chosen) },
      ],
    },
  ];
}

const details: Readonly<Record<CardRoute, string>> = {
  thread: 'Nothing is sent to you elsewhere.',
  direct: 'Those you asked for and may decide, and those that name you or your group.',
};

const option = (route: CardRoute): PlainTextOption => ({
  text: plain(labels[route], LIMITS.optionText),
  description: plain(details[route], LIMITS.optionText),
  value: route,
});

/** Null for what is none of the choices. */
export const readCardRoute = (value: string): CardRoute | null => routes.find((route) => route === value) ?? null;
