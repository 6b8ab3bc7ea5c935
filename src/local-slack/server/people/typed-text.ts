import type { JsonObject } from '../json.ts';
import type { Person } from '../world/people.ts';

/** What Slack leaves as it is: mentions, channels, groups, specials and links in angle brackets. */
const ENTITY =
  /<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!(?:here|channel|everyone|subteam\^S[A-Z0-9]+)|https?:[^<>\s]+)(?:\|[^<>]*)?>/g;

/** Text as a person typed it, the way Slack stores it: entities escaped, `@name` made a mention. */
export function storedText(typed: string, people: ReadonlyMap<string, Person>): string {
  const byName = new Map([...people.values()].map((person) => [person.name.toLowerCase(), person.id]));
  const plain = (text: string) =>
    escapeText(text).replace(/(^|[\s(])@([\w.-]*\w)/g, (whole, before: string, name: string) => {
      const id = byName.get(name.toLowerCase());
      return id === undefined ? whole : `${before}<@${id}>`;
    });
  let stored = '';
  let end = 0;
  for (const entity of typed.matchAll(ENTITY)) {
    stored += plain(typed.slice(end, entity.index)) + entity[0];
    end = entity.index + entity[0].length;
  }
  return stored + plain(typed.slice(end));
}

/** The rich text that Slack's clients send beside the text. */
export function typedBlocks(stored: string, blockId: string): readonly JsonObject[] {
  const pieces = stored.split(/(<@[UW][A-Z0-9]+>)/).filter((piece) => piece !== '');
  const elements = pieces.map((piece): JsonObject => {
    const user = /^<@([UW][A-Z0-9]+)>$/.exec(piece)?.[1];
    return user === undefined ? { type: 'text', text: unescapeText(piece) } : { type: 'user', user_id: user };
  });
  return [{ type: 'rich_text', block_id: blockId, elements: [{ type: 'rich_text_section', elements }] }];
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
