import type { TurnStreamEvent } from '../../ports/stream.ts';

export type Source = Extract<TurnStreamEvent, { kind: 'sources' }>['sources'][number];

/** A reader follows one or two; models name dozens. */
const SHOWN = 10;
const TITLE_CHARS = 120;

/** Where a grounded answer comes from. Kept for its end: it is no part of what the model said, and the log has none of it. */
export interface Sources {
  add(sources: readonly Source[]): void;
  /** What is said of them below the answer; empty when there are none. */
  lines(): string;
}

export function makeSources(): Sources {
  const titles = new Map<string, string>();
  return {
    add(sources) {
      for (const { url, title } of sources) {
        const address = addressOf(url);
        if (address !== null && titles.size < SHOWN && !titles.has(address)) titles.set(address, labelOf(title));
      }
    },
    lines() {
      const rows = [...titles].map(([address, label]) => `- ${label === '' ? '' : `${label} `}${address}`);
      return rows.length === 0 ? '' : `\n\nSources:\n${rows.join('\n')}`;
    },
  };
}

/** The address itself, so that nobody is led elsewhere by a label: as a browser will read it, and without a name before the host. */
function addressOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    return null;
  return parsed.href.replace(/[<>|\s]/g, '');
}

const labelOf = (title: string | null): string =>
  (title ?? '')
    .replace(/[^\p{L}\p{N} .,:;()'-]/gu, ' ')
    .slice(0, TITLE_CHARS)
    .toWellFormed()
    .trim();
