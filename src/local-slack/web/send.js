// @ts-check
/** @import { State } from './store.js' */
import { runCommand, say } from './api.js';
import { botId, wireText } from './names.js';
import { showError, showNotice } from './notice.js';
import { goTo } from './route.js';

/** `/countersign help` — a slash, a word, and the rest. Two slashes or a path are text. */
const commandPattern = /^(\/[a-z][a-z0-9_-]*)(?:\s+([\s\S]*))?$/i;

/**
 * Sends what was typed: a slash command to the app, anything else as a message. A message the bot will answer opens its thread.
 * @param {string} typed
 * @param {State} state
 * @param {string | undefined} thread
 * @returns {Promise<boolean>} whether it was taken
 */
export async function send(typed, state, thread) {
  const { place, names } = state;
  const command = commandPattern.exec(typed);
  if (command) return sendCommand(command, state, thread);
  const text = wireText(typed, names);
  const answer = await say(place.user, { channel: place.channel, text, ...(thread ? { thread_ts: thread } : {}) });
  if (!answer.ok) {
    showError(answer.error);
    return false;
  }
  const isForBot = place.channel === botId || text.includes(`<@${botId}>`);
  if (!thread && isForBot) goTo({ ...place, thread: answer.ts });
  return true;
}

/**
 * @param {RegExpExecArray} match
 * @param {State} state
 * @param {string | undefined} thread
 */
async function sendCommand(match, { place }, thread) {
  const [, command = '', text = ''] = match;
  if (thread) {
    showNotice(`${command} cannot be used in threads.`);
    return false;
  }
  const answer = await runCommand(place.user, { channel: place.channel, command, text });
  if (!answer.ok) showError(answer.error);
  return answer.ok;
}
