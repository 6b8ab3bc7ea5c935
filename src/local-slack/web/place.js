// @ts-check
/** @import { State, Store } from './store.js' */
import { makeAnnouncer } from './announcer.js';
import { makeComposer } from './composer.js';
import { element } from './element.js';
import { makeHome } from './home.js';
import { icon } from './icon.js';
import { makeMessageList } from './message-list.js';
import { botId } from './names.js';
import { errorWords } from './notice.js';
import { goTo, hashOf } from './route.js';
import { send } from './send.js';
import { openSidebar } from './sidebar.js';

/**
 * The middle of the page: a channel, the conversation with the app, or its Home tab.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountPlace(root, store) {
  const title = element('h1', { class: 'place-title' });
  const tabs = element('nav', { class: 'tabs', 'aria-label': 'Countersign' });
  const menu = element(
    'button',
    { type: 'button', class: 'button-quiet only-narrow', 'aria-label': 'Channels and people', click: openSidebar },
    icon('menu'),
  );
  const list = makeMessageList('Messages');
  const composer = makeComposer({ label: 'Message', send: (text) => send(text, store.get(), undefined) });
  const home = makeHome();
  const announce = makeAnnouncer();
  root.append(element('header', { class: 'place-head' }, menu, title, tabs), list.root, composer.root, home.root);

  store.watch((state) => {
    const { place, names } = state;
    const isHome = place.kind === 'home';
    title.replaceChildren(...titleOf(state));
    document.title = `${place.channel === botId ? names.person(botId) : names.channel(place.channel)} – Local workspace`;
    tabs.hidden = place.channel !== botId;
    tabs.replaceChildren(...(place.channel === botId ? tabLinks(state) : []));
    list.root.hidden = isHome;
    composer.root.hidden = isHome;
    home.show(state);
    if (isHome) return;
    composer.show({ ...place, thread: undefined }, lookOf(state));
    showListing(list, state);
    if (state.listing.kind === 'shown') announce(state.listing.messages, { ...place, thread: undefined }, names);
  });
}

/**
 * @param {ReturnType<typeof makeMessageList>} list
 * @param {State} state
 */
function showListing(list, state) {
  const { listing, place } = state;
  if (listing.kind === 'refused') return list.showWords(errorWords(listing.error));
  if (listing.kind === 'loading') return undefined;
  if (listing.messages.length === 0) return list.showWords(emptyWords(state));
  const context = {
    names: state.names,
    viewer: place.user,
    channel: place.channel,
    inThread: false,
    openThread: place.thread,
    shortcuts: state.shortcuts,
    openThreadOf: (/** @type {string} */ ts) => goTo({ ...place, thread: ts }),
  };
  return list.show(listing.messages, context, `${place.user}/${place.channel}`);
}

/** @param {State} state */
function emptyWords({ place }) {
  if (place.channel === botId) return 'Write to Countersign here. Try “help”.';
  return 'Nothing here yet. Mention @Countersign to ask it something.';
}

/** @param {State} state */
function titleOf({ place, names, channels }) {
  if (place.channel === botId) return [names.person(botId)];
  const channel = channels.find((one) => one.id === place.channel);
  return [icon(channel?.is_private ? 'lock' : 'hash'), names.channel(place.channel)];
}

/** @param {State} state */
function tabLinks({ place }) {
  return /** @type {const} */ ([
    ['Messages', { ...place, kind: 'channel' }],
    ['Home', { ...place, kind: 'home', thread: undefined }],
  ]).map(([label, there]) =>
    element('a', { href: hashOf(there), 'aria-current': place.kind === there.kind ? 'page' : undefined }, label),
  );
}

/** @param {State} state */
function lookOf({ place, names, channels, listing }) {
  const isDirect = place.channel === botId;
  const archived = channels.find((channel) => channel.id === place.channel)?.is_archived === true;
  const placeholder = archived
    ? 'This channel is archived'
    : isDirect
      ? `Message ${names.person(botId)}`
      : `Message #${names.channel(place.channel)}`;
  return { placeholder, disabled: archived || listing.kind === 'refused', mentions: !isDirect };
}
