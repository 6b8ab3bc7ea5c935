import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Reply, textReply } from './reply.ts';
import { type Route, route } from './routes.ts';

/** What the page consists of; anything else in its folder is not served. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
]);
const SAFE_PATH = /^(?:[\w-]+\/)*[\w.-]+$/;
/** Messages are foreign text: the page may run and load only what is its own. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The page and its files, from `folder`. These routes come last: they take every path that is left. */
export function pageRoutes(folder: string): readonly Route[] {
  return [route('GET /*', ({ url }) => pageFile(folder, url.pathname.slice(1) || 'index.html'))];
}

async function pageFile(folder: string, path: string): Promise<Reply> {
  const type = TYPES.get(extname(path));
  if (type === undefined || !SAFE_PATH.test(path) || path.includes('..')) return textReply(404, 'Not found');
  try {
    return { status: 200, type, body: await readFile(join(folder, path)), headers: HEADERS };
  } catch {
    return textReply(404, 'Not found');
  }
}
