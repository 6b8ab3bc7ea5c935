import { createHash } from 'node:crypto';

/** The strictest of the providers: OpenAI's and Anthropic's characters and length, Google's first character. */
const MAX_CHARS = 64;
const PLAIN = /^[a-zA-Z][\w-]*(?:\.[\w-]+)*$/;
const TAG_CHARS = 16;
const TAGGED = /_[0-9a-f]{16}$/;

/** Names of the providers' own tools: a function of that name would be taken for theirs. */
const RESERVED: ReadonlySet<string> = new Set([
  'web_search',
  'web_search_preview',
  'web_fetch',
  'code_execution',
  'programmatic_tool_calling',
  'json',
]);

/**
 * The name a tool has at a provider; no two tools share one, and it follows from the tool's name alone, so it is the
 * same in every request. A dot becomes `__`; names for which that is not reversible end in a tag made of the name.
 */
export function wireName(name: string): string {
  const spelt = name.replaceAll('.', '__');
  const reversible = PLAIN.test(name) && !/__|_\.|\._/.test(name);
  if (reversible && spelt.length <= MAX_CHARS && !TAGGED.test(spelt) && !RESERVED.has(spelt)) return spelt;
  const tag = createHash('sha256').update(name, 'utf8').digest('hex').slice(0, TAG_CHARS);
  const readable = name.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^[^a-zA-Z]+/, '');
  return `${readable.slice(0, MAX_CHARS - TAG_CHARS - 1) || 'tool'}_${tag}`;
}

const MAX_ID_CHARS = 64;
const SENDABLE_ID = /^[a-zA-Z0-9_-]+$/;

/** A call's id at a provider: another provider, or an earlier model of the conversation, may have made it. */
export function wireCallId(id: string): string {
  if (id.length <= MAX_ID_CHARS && SENDABLE_ID.test(id)) return id;
  return `call_${createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 32)}`;
}
