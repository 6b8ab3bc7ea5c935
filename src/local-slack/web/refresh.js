// @ts-check
/** @import { Message } from './shapes.js' */
/** @import { Listing, State, Store } from './store.js' */
import { listCalls, listChannels, listMessages, listPeople, listViews, readHome } from './api.js';
import { maxShownCalls } from './drawer.js';
import { makeNames } from './names.js';
import { showError } from './notice.js';

/** Changes come in bursts; reading once per burst keeps the page calm, and this short a wait is not seen. */
const burstMs = 30;

/**
 * Reads again whatever is on the page. Calls that come while it reads lead to one more reading, never to two at a time.
 * @param {Store} store
 * @returns {() => Promise<void>}
 */
export function makeRefresh(store) {
  let reading = false;
  let wanted = false;
  return async () => {
    wanted = true;
    if (reading) return;
    reading = true;
    while (wanted) {
      wanted = false;
      await read(store);
      await new Promise((resolve) => setTimeout(resolve, burstMs));
    }
    reading = false;
  };
}

/** @param {Store} store */
async function read(store) {
  const { place, calls, drawerOpen } = store.get();
  const [people, channels, listing, thread, views, home, newCalls] = await Promise.all([
    listPeople(),
    listChannels(place.user),
    place.kind === 'channel' ? listMessages(place.user, place.channel) : undefined,
    place.thread ? listMessages(place.user, place.channel, place.thread) : undefined,
    listViews(place.user),
    place.kind === 'home' ? readHome(place.user) : undefined,
    drawerOpen ? listCalls(calls.at(-1)?.n ?? 0) : undefined,
  ]);
  const now = store.get();
  // The person went somewhere else meanwhile: what was read is not what is shown, and a newer reading is on its way.
  if (now.place !== place) return;
  if (!people.ok || !channels.ok) {
    showError(people.ok ? 'network' : people.error);
    return;
  }
  /** @type {Partial<State>} */
  const patch = {
    people: people.people,
    channels: channels.channels,
    names: makeNames(people.people, channels.channels),
    views: views.ok ? views.views : now.views,
  };
  if (listing) patch.listing = listed(listing, false);
  if (thread) patch.thread = listed(thread, true);
  if (home) patch.home = home.ok && home.view ? { id: home.id, ...home.view } : undefined;
  if (newCalls?.ok) patch.calls = [...calls, ...newCalls.calls].slice(-maxShownCalls);
  store.set(patch);
}

/**
 * @param {Awaited<ReturnType<typeof listMessages>>} answer
 * @param {boolean} isThread
 * @returns {Listing}
 */
function listed(answer, isThread) {
  if (!answer.ok) return { kind: 'refused', error: answer.error };
  const streaming = answer.messages.some((message) => message.streaming_state === 'in_progress');
  const working = streaming || answer.messages[0]?.session?.status === 'processing';
  return { kind: 'shown', messages: isThread ? answer.messages : rootsOf(answer.messages), working };
}

/**
 * A channel shows roots, each with the number of its replies; replies that are listed beside them are counted, not shown.
 * @param {Message[]} messages
 * @returns {Message[]}
 */
function rootsOf(messages) {
  const isReply = (/** @type {Message} */ message) =>
    message.thread_ts !== undefined && message.thread_ts !== message.ts && !message.ephemeral;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const reply of messages.filter(isReply))
    counts.set(reply.thread_ts ?? '', (counts.get(reply.thread_ts ?? '') ?? 0) + 1);
  return messages
    .filter((message) => !isReply(message))
    .map((message) => ({ ...message, reply_count: message.reply_count ?? counts.get(message.ts) ?? 0 }));
}
