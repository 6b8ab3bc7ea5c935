// @ts-check

/** The names the bot's cards use and a few people type. Any other name is shown as `:name:`, which is what Slack does too. */
const emoji = new Map([
  ['white_check_mark', '✅'],
  ['heavy_check_mark', '✔️'],
  ['ballot_box_with_check', '☑️'],
  ['x', '❌'],
  ['no_entry', '⛔'],
  ['no_entry_sign', '🚫'],
  ['warning', '⚠️'],
  ['rotating_light', '🚨'],
  ['octagonal_sign', '🛑'],
  ['hourglass', '⌛'],
  ['hourglass_flowing_sand', '⏳'],
  ['lock', '🔒'],
  ['unlock', '🔓'],
  ['key', '🔑'],
  ['shield', '🛡️'],
  ['eyes', '👀'],
  ['bulb', '💡'],
  ['memo', '📝'],
  ['pencil', '📝'],
  ['pencil2', '✏️'],
  ['mag', '🔍'],
  ['gear', '⚙️'],
  ['wrench', '🔧'],
  ['hammer_and_wrench', '🛠️'],
  ['robot_face', '🤖'],
  ['wave', '👋'],
  ['thumbsup', '👍'],
  ['+1', '👍'],
  ['thumbsdown', '👎'],
  ['-1', '👎'],
  ['tada', '🎉'],
  ['rocket', '🚀'],
  ['star', '⭐'],
  ['heart', '❤️'],
  ['smile', '😄'],
  ['slightly_smiling_face', '🙂'],
  ['house', '🏠'],
  ['question', '❓'],
  ['exclamation', '❗'],
  ['information_source', 'ℹ️'],
  ['arrow_right', '➡️'],
  ['bell', '🔔'],
  ['clock1', '🕐'],
  ['alarm_clock', '⏰'],
  ['moneybag', '💰'],
  ['package', '📦'],
  ['link', '🔗'],
  ['large_green_circle', '🟢'],
  ['large_yellow_circle', '🟡'],
  ['red_circle', '🔴'],
]);

/**
 * @param {string} name without the colons
 * @returns {string}
 */
export function emojiText(name) {
  return emoji.get(name) ?? `:${name}:`;
}

/**
 * @param {string} name
 * @returns {boolean}
 */
export function isEmoji(name) {
  return emoji.has(name);
}
