// @ts-check
/** @import { Call, Channel, Message, OpenView, Option, Person, Plain, Press, Shortcut, View } from './shapes.js' */

/**
 * What the workspace answers. `ok: false` with an `error` is an ordinary answer; a workspace that cannot be reached is the
 * error `network`. Nothing here throws.
 * @template T
 * @typedef {({ ok: true } & T) | { ok: false, error: string, errors?: Record<string, string> }} Answer
 */

/** A call that hangs must not leave the page waiting for ever; the app itself has three seconds. */
const patienceMs = 15_000;

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Answer<T>>}
 */
async function ask(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok && answer.ok !== false) return { ...answer, ok: true };
    return { ok: false, error: answer.error ?? `http_${response.status}`, errors: answer.errors };
  } catch {
    return { ok: false, error: 'network' };
  }
}

/** @param {string} user */
const person = (user) => `/people/${encodeURIComponent(user)}`;

/**
 * What the app offers, from its manifest.
 * @returns {Promise<Answer<{ app: { shortcuts: Shortcut[] } }>>}
 */
export const readApp = () => ask('GET', '/app');

/** @returns {Promise<Answer<{ people: Person[] }>>} */
export const listPeople = () => ask('GET', '/people');

/**
 * @param {string} user
 * @returns {Promise<Answer<{ channels: Channel[] }>>}
 */
export const listChannels = (user) => ask('GET', `/channels?user=${encodeURIComponent(user)}`);

/**
 * @param {string} user
 * @param {string} channel
 * @param {string} [thread]
 * @returns {Promise<Answer<{ messages: Message[] }>>}
 */
export const listMessages = (user, channel, thread) =>
  ask('GET', `${person(user)}/messages?${new URLSearchParams({ channel, ...(thread ? { thread_ts: thread } : {}) })}`);

/**
 * @param {string} user
 * @param {{ channel: string, text: string, thread_ts?: string }} message
 * @returns {Promise<Answer<{ channel: string, ts: string }>>}
 */
export const say = (user, message) => ask('POST', `${person(user)}/messages`, message);

/**
 * @param {string} user
 * @param {string} ts
 * @param {{ channel: string, text: string }} change
 */
export const editMessage = (user, ts, change) => ask('PATCH', `${person(user)}/messages/${ts}`, change);

/**
 * @param {string} user
 * @param {string} ts
 */
export const deleteMessage = (user, ts) => ask('DELETE', `${person(user)}/messages/${ts}`);

/**
 * Presses an element of a message (`channel`, `ts`), a modal or the home tab (`view_id`).
 * @param {string} user
 * @param {Press & { values?: Record<string, Plain> } & ({ channel: string, ts: string } | { view_id: string })} press
 */
export const click = (user, press) => ask('POST', `${person(user)}/click`, press);

/**
 * Asks the app for options of an external select.
 * @param {string} user
 * @param {Press & ({ channel: string, ts: string } | { view_id: string })} press `value` is what was typed
 * @returns {Promise<Answer<{ options?: Option[], option_groups?: { options: Option[] }[] }>>}
 */
export const suggest = (user, press) => ask('POST', `${person(user)}/suggestions`, press);

/**
 * @param {string} user
 * @returns {Promise<Answer<{ views: OpenView[] }>>}
 */
export const listViews = (user) => ask('GET', `${person(user)}/views`);

/**
 * @param {string} user
 * @param {string} id
 * @param {Record<string, Plain>} values by block_id
 * @returns {Promise<Answer<{ errors?: Record<string, string> }>>}
 */
export const submitView = (user, id, values) => ask('POST', `${person(user)}/views/${id}/submit`, { values });

/**
 * @param {string} user
 * @param {string} id
 */
export const closeView = (user, id) => ask('POST', `${person(user)}/views/${id}/close`, {});

/**
 * @param {string} user
 * @param {{ channel: string, command: string, text: string }} command
 */
export const runCommand = (user, command) => ask('POST', `${person(user)}/commands`, command);

/**
 * @param {string} user
 * @param {{ callback_id: string, channel: string, ts: string }} shortcut
 */
export const runShortcut = (user, shortcut) => ask('POST', `${person(user)}/shortcuts`, shortcut);

/**
 * @param {string} user
 * @returns {Promise<Answer<{ id?: string, view?: View & { id?: string } }>>}
 */
export const readHome = (user) => ask('GET', `${person(user)}/home`);

/**
 * Opens one of the app's tabs, of which the app hears.
 * @param {string} user
 * @param {'home' | 'messages'} tab
 */
export const openAppTab = (user, tab) => ask('POST', `${person(user)}/home/open`, { tab });

/**
 * @param {string} user
 * @param {{ channel: string, thread_ts: string }} thread
 */
export const stopAnswer = (user, thread) => ask('POST', `${person(user)}/stop`, thread);

/**
 * @param {number} since
 * @returns {Promise<Answer<{ calls: Call[] }>>}
 */
export const listCalls = (since) => ask('GET', `/control/calls?since=${since}`);
