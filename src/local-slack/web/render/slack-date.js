// @ts-check

const DAY_MS = 86_400_000;
const TOKEN =
  /\{(date|date_num|date_slash|date_short|date_long|date_pretty|date_short_pretty|date_long_pretty|time|time_secs)\}/g;

/** @type {Readonly<Record<string, Intl.DateTimeFormatOptions>>} */
const looks = {
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_num: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date_slash: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  time_secs: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

/**
 * A moment in the reader's own time and words, as Slack draws its date tokens. A token it does not know stays.
 * @param {number} timestamp seconds since 1970
 * @param {string} format such as `{date_short_pretty} at {time}`
 * @param {number} [now] milliseconds since 1970
 * @returns {string}
 */
export function slackDate(timestamp, format, now = Date.now()) {
  const at = new Date(timestamp * 1000);
  return format.replace(TOKEN, (_, token) => drawToken(at, token, now));
}

/**
 * @param {Date} at
 * @param {string} token
 * @param {number} now
 */
function drawToken(at, token, now) {
  const plain = token.replace(/_?pretty$/, '');
  const near = token.endsWith('pretty') ? nearDay(at, now) : undefined;
  return near ?? at.toLocaleString(undefined, looks[plain] ?? looks['date']);
}

/**
 * @param {Date} at
 * @param {number} now
 */
function nearDay(at, now) {
  const days = Math.round((midnight(at) - midnight(new Date(now))) / DAY_MS);
  return new Map([
    [-1, 'yesterday'],
    [0, 'today'],
    [1, 'tomorrow'],
  ]).get(days);
}

/** @param {Date} at */
function midnight(at) {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
