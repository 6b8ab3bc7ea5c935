// @ts-check
/** @import { Channel, Person } from './shapes.js' */
/** @import { State, Store } from './store.js' */
import { element } from './element.js';
import { icon } from './icon.js';
import { syncList } from './keyed-list.js';
import { botId } from './names.js';
import { goTo, hashOf } from './route.js';

/** On a narrow page the sidebar lies over the rest, and has to be opened. */
export function openSidebar() {
  const sidebar = document.getElementById('sidebar');
  sidebar?.setAttribute('data-open', '');
  sidebar?.querySelector('select')?.focus();
}

export function closeSidebar() {
  document.getElementById('sidebar')?.removeAttribute('data-open');
}

/**
 * Who one is, where one can go, and the drawer's switch.
 * @param {HTMLElement} root
 * @param {Store} store
 */
export function mountSidebar(root, store) {
  const people = element('select', {
    class: 'select',
    id: 'people',
    change: () => {
      const { place } = store.get();
      goTo({ ...place, user: people.value, thread: undefined });
    },
  });
  const channels = element('ul', { class: 'places', 'aria-label': 'Channels' });
  const direct = element('ul', { class: 'places', 'aria-label': 'Apps' });
  const calls = element(
    'button',
    {
      type: 'button',
      class: 'sidebar-button',
      'aria-pressed': 'false',
      click: () => store.set({ drawerOpen: !store.get().drawerOpen }),
    },
    icon('calls'),
    'API calls',
  );
  root.append(
    element(
      'div',
      { class: 'sidebar-head' },
      element('p', { class: 'workspace-name' }, 'Local workspace'),
      element(
        'button',
        { type: 'button', class: 'button-quiet only-narrow', 'aria-label': 'Close menu', click: closeSidebar },
        icon('close'),
      ),
    ),
    element('label', { class: 'people', for: 'people' }, element('span', {}, 'You are'), people),
    element('h2', {}, 'Channels'),
    channels,
    element('h2', {}, 'Apps'),
    direct,
    calls,
  );
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeSidebar();
  });
  document.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Node && !root.contains(event.target)) closeSidebar();
  });

  store.watch((state) => {
    const surroundings = JSON.stringify([state.place.user, state.place.channel]);
    syncList(people, state.people.filter(canBeSomeone), (person) => person.id, drawPerson);
    people.value = state.place.user;
    syncList(
      channels,
      state.channels.filter((channel) => !channel.is_im),
      (channel) => channel.id,
      (channel) => drawChannel(channel, state),
      surroundings,
    );
    syncList(
      direct,
      [botId],
      (id) => id,
      () => drawLink(state, botId, state.names.person(botId), icon('done')),
      surroundings,
    );
    calls.setAttribute('aria-pressed', String(state.drawerOpen));
  });
}

/** @param {Person} person */
function canBeSomeone(person) {
  return person.is_bot !== true && person.id !== botId;
}

/** @param {Person} person */
function drawPerson(person) {
  const marks = [
    person.is_restricted && 'guest',
    person.deleted && 'deactivated',
    person.team_id !== undefined && person.team_id !== 'T0LOCAL' && 'other workspace',
  ].filter(Boolean);
  return element(
    'option',
    { value: person.id },
    `${person.real_name || person.name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`,
  );
}

/**
 * @param {Channel} channel
 * @param {State} state
 */
function drawChannel(channel, state) {
  const look = channel.is_archived
    ? 'archive'
    : channel.is_private
      ? 'lock'
      : channel.is_ext_shared
        ? 'shared'
        : 'hash';
  return drawLink(state, channel.id, channel.name, icon(look));
}

/**
 * @param {State} state
 * @param {string} channel
 * @param {string} label
 * @param {Node} picture
 */
function drawLink({ place }, channel, label, picture) {
  const there = /** @type {const} */ ({ user: place.user, kind: 'channel', channel, thread: undefined });
  return element(
    'li',
    {},
    element(
      'a',
      { href: hashOf(there), 'aria-current': place.channel === channel ? 'page' : undefined, click: closeSidebar },
      picture,
      element('span', {}, label),
    ),
  );
}
