// @ts-check

/**
 * @param {string} ts seconds since 1970, as Slack writes them
 * @returns {Date}
 */
function dateOf(ts) {
  return new Date(Number(ts) * 1000);
}

/** @param {string} ts */
export function clockTime(ts) {
  return dateOf(ts).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

/** @param {string} ts */
export function fullTime(ts) {
  return dateOf(ts).toLocaleString();
}

/** @param {string} ts */
export function dayOf(ts) {
  return dateOf(ts).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
}
