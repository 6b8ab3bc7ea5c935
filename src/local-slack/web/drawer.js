// @ts-check
/** @import { Call } from './shapes.js' */
/** @import { Store } from './store.js' */
import { element } from './element.js';
import { icon } from './icon.js';
import { syncList } from './keyed-list.js';

/** A reader wants the last minutes, and the page should stay quick; the workspace keeps the rest. */
export const maxShownCalls = 300;

/**
 * The Web API calls the app makes, newest first, each with its arguments.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountDrawer(root, store) {
  const list = element('ol', { class: 'calls', 'aria-label': 'Calls, newest first' });
  const count = element('span', { class: 'muted' });
  root.append(
    element(
      'header',
      { class: 'drawer-head' },
      element('h2', {}, 'Web API calls'),
      count,
      element(
        'button',
        {
          type: 'button',
          class: 'button-quiet',
          'aria-label': 'Close API calls',
          click: () => store.set({ drawerOpen: false }),
        },
        icon('close'),
      ),
    ),
    list,
  );
  store.watch((state) => {
    root.hidden = !state.drawerOpen;
    document.getElementById('frame')?.toggleAttribute('data-drawer', state.drawerOpen);
    if (!state.drawerOpen) return;
    count.textContent = state.calls.length === 0 ? 'none yet' : `last ${state.calls.length}`;
    syncList(list, state.calls.toReversed(), (call) => String(call.n), drawCall);
  });
}

/** @param {Call} call */
function drawCall(call) {
  const failed = call.error !== undefined || call.status >= 400;
  const outcome = call.error ?? (call.status === 200 ? 'ok' : String(call.status));
  return element(
    'li',
    {},
    element(
      'details',
      {},
      element(
        'summary',
        {},
        element('time', {}, new Date(call.at).toLocaleTimeString()),
        element('code', { class: 'call-method' }, call.method),
        element('span', { class: failed ? 'call-failed' : 'call-ok' }, outcome),
      ),
      element('pre', {}, JSON.stringify(call.args, null, 2) ?? ''),
    ),
  );
}
