// @ts-check

/** @type {WeakMap<Element, string>} */
const signatures = new WeakMap();

/**
 * Makes the children of `list` those of `items`, in order. An item whose content did not change keeps its element, so
 * that focus, open menus and scroll positions survive whatever else happens.
 * @template T
 * @param {HTMLElement} list
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => HTMLElement} draw
 * @param {string} [surroundings] whatever else the drawing depends on
 */
export function syncList(list, items, keyOf, draw, surroundings = '') {
  const known = new Map([...list.children].map((child) => [child.getAttribute('data-key') ?? '', child]));
  /** @type {Element | null} */
  let after = null;
  for (const item of items) {
    const key = keyOf(item);
    const signature = surroundings + JSON.stringify(item);
    const before = known.get(key);
    known.delete(key);
    const keeps = before !== undefined && signatures.get(before) === signature;
    const child = keeps ? before : draw(item);
    if (!keeps) {
      child.setAttribute('data-key', key);
      signatures.set(child, signature);
    }
    /** @type {Element | null} */
    const next = after === null ? list.firstElementChild : after.nextElementSibling;
    if (before && !keeps) replace(before, child);
    else if (child !== next) list.insertBefore(child, next);
    after = child;
  }
  for (const gone of known.values()) gone.remove();
}

/**
 * Puts a fresh drawing in the place of an old one. Focus goes to the same control where it still is, else to the whole;
 * what was open stays open.
 * @param {Element} before
 * @param {Element} fresh
 */
export function replace(before, fresh) {
  const focused = document.activeElement;
  const hadFocus = focused !== null && before.contains(focused);
  const key = focused?.getAttribute('data-keep');
  for (const old of before.querySelectorAll('details[data-keep]')) {
    const same = byKey(fresh, old.getAttribute('data-keep'));
    if (same instanceof HTMLDetailsElement && old instanceof HTMLDetailsElement) same.open = old.open;
  }
  before.replaceWith(fresh);
  if (!hadFocus) return;
  const target = byKey(fresh, key) ?? fresh.querySelector('[tabindex="-1"]') ?? fresh;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * @param {Element} root
 * @param {string | null | undefined} key
 */
function byKey(root, key) {
  if (!key) return undefined;
  return [...root.querySelectorAll('[data-keep]')].find((one) => one.getAttribute('data-keep') === key);
}
