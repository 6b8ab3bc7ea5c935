/** Shapes of secrets that must not reach a log even inside other text. */
const SECRET_SHAPES: readonly RegExp[] = [
  /xox[a-z]-[A-Za-z0-9-]{6,}/g,
  /xapp-[A-Za-z0-9-]{6,}/g,
  /xoxe\.[A-Za-z0-9.-]{6,}/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /https:\/\/hooks\.slack\.com\/[^\s"']+/g,
];

const MIN_SECRET_CHARS = 8;
const HIDDEN = '[secret]';

/**
 * Makes a function that blanks secrets in a log line: known shapes, and these very values raw, base64,
 * base64url and URL-encoded. Values shorter than 8 characters are not looked for: they would blank ordinary words.
 */
export function makeScrubber(secrets: readonly string[]): (line: string) => string {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_CHARS) continue;
    spellings.add(secret);
    spellings.add(JSON.stringify(secret).slice(1, -1));
    spellings.add(encodeURIComponent(secret));
    spellings.add(Buffer.from(secret).toString('base64'));
    spellings.add(Buffer.from(secret).toString('base64url'));
  }
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (line) => {
    let clean = line;
    for (const spelling of longestFirst) clean = clean.replaceAll(spelling, HIDDEN);
    for (const shape of SECRET_SHAPES) clean = clean.replace(shape, HIDDEN);
    return clean;
  };
}
