/** What we make of a message's text. */
export interface ReadText {
  /** As the person typed it: our mention gone, links and entities as plain text. */
  readonly text: string;
  readonly mentionsUs: boolean;
}

/** Slack keeps messages to 40,000 characters; whatever is longer did not come from a person typing. */
const TEXT_LIMIT = 40_000;
const CUT = '\n[… the message was longer and is cut here]';

const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

/** Reads Slack's spelling of a message. A mention inside a code block is quoted, not addressed to us. */
export function readText(raw: string, botUser: string): ReadText {
  const mention = new RegExp(`<@${botUser}(?:\\|[^>]*)?>`, 'g');
  const mentionsUs = mention.test(raw.replace(CODE, ''));
  const text = raw.replace(mention, '').replace(/<([^<>]+)>/g, (token, inner: string) => plainToken(token, inner));
  return { text: clipped(unescapeEntities(text).trim()), mentionsUs };
}

/** Slack turns addresses into links as somebody types; they are given back as they were typed. Mentions stay. */
function plainToken(token: string, inner: string): string {
  if (/^[@#!]/.test(inner)) return token;
  const [target = '', label] = inner.split('|', 2);
  if (label === undefined || label === target) return target.replace(/^mailto:/, '');
  return target.endsWith(label) || target === `${label}/` ? label : `${label} (${target})`;
}

/** `&amp;` last, so that what was typed as an entity stays one. */
const unescapeEntities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const clipped = (text: string): string =>
  text.length <= TEXT_LIMIT ? text : text.slice(0, TEXT_LIMIT - CUT.length) + CUT;
