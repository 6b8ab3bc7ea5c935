// @ts-check

/** @typedef {Node | string | undefined | false} Child */

/**
 * Builds one element. Text becomes text nodes and attributes are set by name, so foreign text can never become markup.
 * A property that is a function is a listener (`click`, `input`, …); `true` is an empty attribute; `undefined` and `false` are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | undefined | ((event: any) => unknown)>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/**
 * @param {...Child} children
 * @returns {DocumentFragment}
 */
export function fragment(...children) {
  const made = document.createDocumentFragment();
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/**
 * A link to somewhere else. Only web and mail addresses become links (a `javascript:` address stays text).
 * @param {string} url
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function outsideLink(url, ...children) {
  if (!isWebAddress(url)) return element('span', {}, ...children);
  return element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}

/**
 * @param {string} url
 * @returns {boolean}
 */
export function isWebAddress(url) {
  return /^(https?:\/\/|mailto:)/i.test(url);
}
