// @ts-check
/** @import { Listing } from './store.js' */
import { stopAnswer } from './api.js';
import { element } from './element.js';
import { showError } from './notice.js';

/**
 * The line above a thread's composer while the app works: what Slack shows with the loader, and its Stop button.
 */
export function makeWorkingBar() {
  /** @type {{ user: string, channel: string, thread_ts: string } | undefined} */
  let target;
  const stop = element(
    'button',
    {
      type: 'button',
      class: 'button button-small',
      click: async () => {
        if (!target) return;
        stop.disabled = true;
        const answer = await stopAnswer(target.user, { channel: target.channel, thread_ts: target.thread_ts });
        stop.disabled = false;
        if (!answer.ok) showError(answer.error);
      },
    },
    'Stop',
  );
  const root = element(
    'div',
    { class: 'working', hidden: true },
    element('span', { class: 'working-dots', 'aria-hidden': 'true' }),
    element('span', {}, 'Countersign is working…'),
    stop,
  );
  return {
    root,
    /**
     * @param {Listing} thread
     * @param {{ user: string, channel: string, thread_ts: string }} where
     */
    show(thread, where) {
      target = where;
      root.hidden = !(thread.kind === 'shown' && thread.working);
    },
  };
}
