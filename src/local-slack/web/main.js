// @ts-check
import { openAppTab, readApp } from './api.js';
import { watchChanges } from './changes.js';
import { mountDrawer } from './drawer.js';
import { mountModal } from './modal.js';
import { botId, makeNames } from './names.js';
import { showNotice } from './notice.js';
import { mountPlace } from './place.js';
import { makeRefresh } from './refresh.js';
import { placeOf } from './route.js';
import { mountSidebar } from './sidebar.js';
import { makeStore } from './store.js';
import { mountThread } from './thread.js';

/** While the drawer is open: calls such as auth.test change nothing that would be told. */
const callsEveryMs = 1_000;

const store = makeStore({
  place: placeOf(location.hash),
  people: [],
  channels: [],
  names: makeNames([], []),
  listing: { kind: 'loading' },
  thread: { kind: 'loading' },
  home: undefined,
  views: [],
  shortcuts: [],
  calls: [],
  drawerOpen: false,
});
const refresh = makeRefresh(store);

mountSidebar(part('sidebar'), store);
mountPlace(part('place'), store);
mountThread(part('thread'), store);
mountDrawer(part('drawer'), store);
mountModal(store);

let arrived = false;
let drawerWasOpen = false;
store.watch(({ drawerOpen }) => {
  if (drawerOpen && !drawerWasOpen) void refresh();
  drawerWasOpen = drawerOpen;
});
setInterval(() => {
  if (store.get().drawerOpen) void refresh();
}, callsEveryMs);

window.addEventListener('hashchange', arrive);
watchChanges(
  () => void refresh(),
  (connected) => {
    if (connected) void refresh();
    else showNotice('The workspace is not there. This page goes on when it is back.');
  },
);
void learnShortcuts();
arrive();

/** Goes where the address says. */
function arrive() {
  const place = placeOf(location.hash);
  const before = store.get().place;
  const sameTab =
    arrived && before.user === place.user && before.channel === place.channel && before.kind === place.kind;
  arrived = true;
  store.set({
    place,
    thread: { kind: 'loading' },
    ...(sameTab ? {} : { listing: { kind: 'loading' }, home: undefined }),
    ...(before.user === place.user ? {} : { views: [] }),
  });
  // As in Slack, the app hears that one of its tabs was opened, and fills Home then.
  if (place.channel === botId && !sameTab) void openAppTab(place.user, place.kind === 'home' ? 'home' : 'messages');
  void refresh();
}

/** The manifest does not change while the workspace runs. */
async function learnShortcuts() {
  const answer = await readApp();
  if (answer.ok) store.set({ shortcuts: answer.app.shortcuts.filter((shortcut) => shortcut.type === 'message') });
}

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}
