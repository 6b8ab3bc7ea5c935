import { TextDecoder } from 'node:util';
import { readableText } from './readable-text.ts';
import type { Page } from './request-page.ts';

const TEXTUAL = /^(text\/|application\/(json|xml|javascript|yaml|x-yaml|x-ndjson)$|[^;]+\+(json|xml)$)/;
const HTML = /^(text\/html|application\/xhtml\+xml)$/;

/** A page as the model reads it: HTML reduced to its text, other text as it is, anything else named and left out. */
export function pageText({ contentType, body, cut }: Pick<Page, 'contentType' | 'body' | 'cut'>, url: URL): string {
  const [type = ''] = contentType
    .toLowerCase()
    .split(';', 1)
    .map((part) => part.trim());
  if (body.length === 0) return '(empty)';
  if (!TEXTUAL.test(type === '' ? 'text/plain' : type) || (type === '' && body.includes(0))) {
    return `(${body.length}${cut ? ' or more' : ''} bytes of ${type === '' ? 'unknown type' : type}, not shown)`;
  }
  const raw = decoderFor(contentType).decode(body);
  const text = HTML.test(type) ? readableText(raw, url) : raw;
  return cut ? `${text}\n(only the first ${body.length} bytes are shown)` : text;
}

/** The character set the server names, UTF-8 where it names none or one nobody knows. */
function decoderFor(contentType: string): TextDecoder {
  const [, label = 'utf-8'] = /charset\s*=\s*"?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
