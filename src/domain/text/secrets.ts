import { codePoints } from './clip.ts';

/** Names whose value is a secret, compared without case and punctuation. A page token is a place in a list. */
const SECRET_NAME =
  /(?:password|passwd|pwd|passphrase|passcode|secret|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|authorization|credentials?|cookie|(?<!page|cursor|continuation|sync)token)$/;

/**
 * Secrets known by their shape. Each starts where no such character stands before, so that a long run is looked at
 * once and not again from each of its characters.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![\w-])xox[a-z](?:\.xox[a-z])?-[\w-]{10,}/, // Slack tokens
  /(?<![\w-])xapp-[\w-]{10,}/,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{10,}/,
  /(?<![\w-])[sr]k[-_][\w-]{16,}/, // OpenAI, Anthropic, Stripe
  /(?<![\w-])gh[pousr]_\w{20,}/,
  /(?<![\w-])github_pat_\w{20,}/,
  /(?<![\w-])glpat-[\w-]{16,}/,
  /(?<!\w)A(?:KIA|SIA)[A-Z0-9]{16}(?!\w)/, // AWS key ids
  /(?<![\w-])AIza[\w-]{35}/, // Google
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/, // JWT
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/,
  /(?<=:\/\/[^\s/@:]{1,256}:)[^\s/@]{1,256}(?=@)/, // password in an address
  /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w+/.~=-]{16,}/,
];
const ANY_SECRET = new RegExp(SECRET_SHAPES.map((shape) => shape.source).join('|'), 'g');

/** A short digest of a secret to compare it by, such as the first digits of a keyed SHA-256. Given by the caller. */
export type FingerprintOf = (secret: string) => string;

export interface TextPart {
  readonly kind: 'plain' | 'secret';
  readonly text: string;
}

/** Whether the value under this name is to be masked. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** The text in order, cut into what may be shown and what looks like a secret. */
export function splitSecrets(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ANY_SECRET)) {
    if (match.index > from) parts.push({ kind: 'plain', text: text.slice(from, match.index) });
    parts.push({ kind: 'secret', text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

/** What stands in place of a secret. For display only: what is signed and what runs is never masked. */
export function maskOf(secret: string, fingerprintOf: FingerprintOf): string {
  return `•••• (len ${codePoints(secret)}, sha256 ${fingerprintOf(secret)})`;
}

/** Masks what looks like a secret in free text. `masked` counts the places. */
export function maskSecrets(text: string, fingerprintOf: FingerprintOf): { text: string; masked: number } {
  const parts = splitSecrets(text);
  const shown = parts.map((part) => (part.kind === 'secret' ? maskOf(part.text, fingerprintOf) : part.text));
  return { text: shown.join(''), masked: parts.filter((part) => part.kind === 'secret').length };
}
