// @ts-check
import { element } from './element.js';
import { icon } from './icon.js';
import { botId } from './names.js';

/** As many as the stylesheet has colours for. */
const colourCount = 6;

/**
 * A coloured square with the first letter of the name; the bot has the mark of a signature.
 * @param {string} id
 * @param {string} name
 */
export function avatar(id, name) {
  if (id === botId) return element('span', { class: 'avatar avatar-bot', 'aria-hidden': 'true' }, icon('done'));
  const colour = Array.from(id).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colourCount;
  return element(
    'span',
    { class: `avatar avatar-${colour}`, 'aria-hidden': 'true' },
    Array.from(name)[0]?.toUpperCase() ?? '?',
  );
}
