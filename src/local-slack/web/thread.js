// @ts-check
/** @import { Store } from './store.js' */
import { makeAnnouncer } from './announcer.js';
import { makeComposer } from './composer.js';
import { element } from './element.js';
import { icon } from './icon.js';
import { makeMessageList } from './message-list.js';
import { botId } from './names.js';
import { errorWords } from './notice.js';
import { goTo } from './route.js';
import { send } from './send.js';
import { makeWorkingBar } from './working-bar.js';

/**
 * The thread beside the channel (over it, on a narrow page). Escape or Close goes back to the channel.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountThread(root, store) {
  const where = element('span', { class: 'muted' });
  const close = () => {
    const { place } = store.get();
    goTo({ ...place, thread: undefined });
    // Back to the message the thread hangs on, where the reader came from.
    const start = document.querySelector(`#place [data-ts="${CSS.escape(place.thread ?? '')}"]`);
    if (start instanceof HTMLElement) start.focus();
  };
  const list = makeMessageList('Thread messages');
  const working = makeWorkingBar();
  const composer = makeComposer({ label: 'Reply', send: (text) => send(text, store.get(), store.get().place.thread) });
  const announce = makeAnnouncer();
  root.append(
    element(
      'header',
      { class: 'place-head' },
      element('h2', { class: 'place-title' }, 'Thread'),
      where,
      element(
        'button',
        { type: 'button', class: 'button-quiet', 'aria-label': 'Close thread', click: close },
        icon('close'),
      ),
    ),
    list.root,
    working.root,
    composer.root,
  );
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  let openThread = '';
  store.watch((state) => {
    const { place, names, thread } = state;
    root.hidden = place.thread === undefined;
    document.getElementById('frame')?.toggleAttribute('data-thread', place.thread !== undefined);
    if (place.thread === undefined) {
      openThread = '';
      return;
    }
    where.textContent = place.channel === botId ? names.person(botId) : `#${names.channel(place.channel)}`;
    composer.show(place, { placeholder: 'Reply…', disabled: false, mentions: place.channel !== botId });
    working.show(thread, { user: place.user, channel: place.channel, thread_ts: place.thread });
    const key = `${place.user}/${place.channel}/${place.thread}`;
    if (openThread !== key) {
      openThread = key;
      composer.focus();
    }
    if (thread.kind === 'refused') list.showWords(errorWords(thread.error));
    if (thread.kind !== 'shown') return;
    const context = {
      names,
      viewer: place.user,
      channel: place.channel,
      inThread: true,
      openThread: undefined,
      shortcuts: state.shortcuts,
      openThreadOf: () => {},
    };
    list.show(thread.messages, context, key);
    announce(thread.messages, place, names);
  });
}
