/** A dot in a signature. */
const ANY = 0x2e;

/** The first bytes of each kind that models take, in Latin-1; a dot stands for any. */
const SIGNATURES = new Map([
  ['image/png', '\u0089PNG\r\n\u001a\n'],
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['image/gif', 'GIF8.a'],
  ['image/webp', 'RIFF....WEBP'],
  ['application/pdf', '%PDF-'],
]);

/**
 * The kind of picture or document these bytes are, of those that models take; null for anything else. What a server
 * calls them counts for nothing: providers refuse a whole request, and with it the conversation, for one picture that is
 * none.
 */
export function mediaTypeOf(bytes: Uint8Array): string | null {
  for (const [mediaType, signature] of SIGNATURES) {
    if (Buffer.from(signature, 'latin1').every((byte, i) => byte === ANY || byte === bytes[i])) return mediaType;
  }
  return null;
}
