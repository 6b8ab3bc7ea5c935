// @ts-check
import { element } from './element.js';
import { icon } from './icon.js';

/** Long enough to read two lines; the notice can be closed before. */
const shownForMs = 8_000;

/** What the workspace answers, in words. */
const words = new Map([
  ['not_in_channel', 'You are not in this channel.'],
  ['is_archived', 'This channel is archived.'],
  ['channel_not_found', 'There is no such channel.'],
  ['user_not_found', 'There is no such person here.'],
  ['account_inactive', 'This account is deactivated.'],
  ['command_not_found', 'There is no such command here.'],
  ['app_did_not_answer', 'The app did not answer. Is the bot running?'],
  ['app_answer_unusable', 'The app answered with something Slack would refuse. See the API calls.'],
  ['element_not_found', 'That is no longer there.'],
  ['message_not_found', 'That message is no longer there.'],
  ['nothing_to_stop', 'Nothing is running here any more.'],
  ['network', 'The local workspace cannot be reached.'],
]);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {string} error a code of the server's
 * @returns {string}
 */
export function errorWords(error) {
  return words.get(error) ?? `That did not work (${error}).`;
}

/** @param {string} text */
export function showNotice(text) {
  const notice = document.getElementById('notice');
  if (!notice) return;
  const hide = () => {
    notice.hidden = true;
  };
  clearTimeout(timer);
  notice.replaceChildren(
    element('span', {}, text),
    element(
      'button',
      { type: 'button', class: 'button-quiet', 'aria-label': 'Close notice', click: hide },
      icon('close'),
    ),
  );
  notice.hidden = false;
  timer = setTimeout(hide, shownForMs);
}

/** @param {string} error */
export function showError(error) {
  showNotice(errorWords(error));
}
