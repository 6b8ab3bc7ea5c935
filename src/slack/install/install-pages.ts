import { createHash } from 'node:crypto';
import { assertNever } from '../../domain/assert-never.ts';
import type { InstallEnd } from './finish-install.ts';
import type { StateVerdict } from './install-state.ts';

/** Why an installation ended, for the person in front of the browser. */
export type PageEnd =
  | InstallEnd
  | { readonly kind: 'declined' }
  | { readonly kind: 'bad-state'; readonly because: Exclude<StateVerdict, 'good'> }
  | { readonly kind: 'failed' };

export interface Page {
  readonly status: number;
  readonly html: string;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;color:#1d1c1d;background:#fff}' +
  'h1{font-size:1.5rem}a{color:#1264a3}@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#4aa8e8}}';

/** These pages run nothing, load nothing and stand in no frame. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function endPage(end: PageEnd, startAgain: string): Page {
  const again = `<p><a href="${escaped(startAgain)}">Start again</a></p>`;
  switch (end.kind) {
    case 'installed':
      return page(200, 'Countersign is installed', [
        `<p>It is now in ${escaped(end.name || 'your workspace')}. Invite it to a channel, or write to it directly.</p>`,
        `<p><a href="${escaped(appLink(end))}">Open Slack</a></p>`,
      ]);
    case 'declined':
      return page(200, 'Nothing was installed', ['<p>You chose not to allow it.</p>', again]);
    case 'bad-state':
      return page(400, 'Nothing was installed', [`<p>${stateWords[end.because]}</p>`, again]);
    case 'not-allowed':
      return page(403, 'Nothing was installed', [
        '<p>This bot is not open to your workspace. Ask whoever runs it to add it.</p>',
      ]);
    case 'refused':
      return page(400, 'Nothing was installed', ['<p>Slack did not accept this link any more.</p>', again]);
    case 'unanswered':
      return page(502, 'Nothing was installed', ['<p>Slack did not answer as it should.</p>', again]);
    case 'failed':
      return page(500, 'Nothing was installed', ['<p>Something went wrong here.</p>', again]);
    default:
      return assertNever(end);
  }
}

const stateWords: Readonly<Record<Exclude<StateVerdict, 'good'>, string>> = {
  wrong: 'This link was not made for this browser. Start in the browser you want to finish in.',
  expired: 'This took longer than ten minutes.',
  used: 'This link was used already.',
};

const appLink = ({ app, team }: Extract<InstallEnd, { kind: 'installed' }>): string =>
  `https://slack.com/app_redirect?app=${app}${team === null ? '' : `&team=${team}`}`;

const page = (status: number, title: string, parts: readonly string[]): Page => ({
  status,
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${parts.join('')}</html>\n`,
});

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? '');
