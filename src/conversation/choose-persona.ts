import type { Conversation } from '../domain/conversation.ts';
import type { Place } from '../ports/places.ts';

/** Which named agents there are, and which one answers in a channel. */
export interface PersonaRoster {
  readonly names: ReadonlySet<string>;
  readonly byChannel: ReadonlyMap<string, string>;
}

/** `as billing: …` at the start of a message asks for the agent of that name. */
const ASKED_FOR = /^\s*as\s+([a-z][a-z0-9-]{0,30})\s*[:,]\s*/i;

/**
 * Which agent answers a message: the one it asks for by name, else the one that answered in this conversation
 * before, else the channel's, else the default (null). The request for a name is not part of the message.
 */
export function choosePersona(
  roster: PersonaRoster,
  text: string,
  now: Pick<Conversation, 'persona'>,
  place: Place,
): { readonly persona: string | null; readonly text: string } {
  const [prefix = '', asked = ''] = ASKED_FOR.exec(text) ?? [];
  const name = asked.toLowerCase();
  if (roster.names.has(name)) return { persona: name, text: text.slice(prefix.length) };
  if (now.persona !== undefined) return { persona: now.persona, text };
  return { persona: roster.byChannel.get(place.channel) ?? null, text };
}
