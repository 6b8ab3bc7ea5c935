import { collapsePadding } from '../visible-text.ts';
import { revealCharacters } from './hidden.ts';
import { type FingerprintOf, maskOf, splitSecrets, type TextPart } from './secrets.ts';

/** `mask` for what many can see; `show` for the approver who asked for everything. */
export type SecretDisplay =
  | { readonly kind: 'mask'; readonly fingerprintOf: FingerprintOf }
  | { readonly kind: 'show' };

export interface DrawnString {
  readonly text: string;
  /** Hidden characters revealed. */
  readonly hidden: number;
  /** Secrets masked. */
  readonly masked: number;
}

/**
 * Draws one string of the arguments: `quoted` in double quotes on one line, `lines` with its line feeds left standing.
 * Backslashes are doubled and tabs become `\t` as in JSON, so that our own marks cannot be imitated.
 */
export function drawString(value: string, style: 'quoted' | 'lines', secrets: SecretDisplay): DrawnString {
  const parts: readonly TextPart[] = secrets.kind === 'mask' ? splitSecrets(value) : [{ kind: 'plain', text: value }];
  let text = '';
  let hidden = 0;
  let masked = 0;
  for (const part of parts) {
    if (part.kind === 'secret' && secrets.kind === 'mask') {
      text += maskOf(part.text, secrets.fingerprintOf);
      masked += 1;
    } else {
      const doubled = part.text.replaceAll('\\', '\\\\');
      const escaped = style === 'quoted' ? doubled.replaceAll('"', '\\"') : doubled;
      const revealed = revealCharacters(escaped);
      text += collapsePadding(revealed.text).replaceAll('\t', '\\t');
      hidden += revealed.found;
    }
  }
  return { text: style === 'quoted' ? `"${text}"` : text, hidden, masked };
}
