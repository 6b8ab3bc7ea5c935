// @ts-check
import { element, fragment } from '../element.js';
import { icon } from '../icon.js';

/**
 * A picture by its address. Pictures of this workspace are shown; others are not fetched (the page asks nobody outside),
 * their description and a link stand in their place.
 * @param {{ image_url?: string, alt_text?: string }} picture
 * @param {'small' | 'medium' | 'large'} size
 * @returns {HTMLElement}
 */
export function drawPicture(picture, size) {
  const words = picture.alt_text || 'Picture';
  const url = picture.image_url ?? '';
  if (isOurs(url)) return element('img', { class: `picture picture-${size}`, src: url, alt: words });
  if (size === 'small')
    return element(
      'span',
      { class: 'picture-absent picture-small', title: words, role: 'img', 'aria-label': words },
      icon('image'),
    );
  const link =
    /^https?:\/\//i.test(url) &&
    element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open picture');
  return element(
    'div',
    { class: `picture-absent picture-${size}` },
    icon('image'),
    element('span', {}, words),
    fragment(link),
  );
}

/** @param {string} url */
function isOurs(url) {
  if (url.startsWith('data:image/')) return true;
  return URL.parse(url, location.href)?.origin === location.origin && url !== '';
}
