import { type Reply, textReply } from '../http/reply.ts';
import { type Route, route } from '../http/routes.ts';
import { SITE_PAGES } from './pages.ts';

/** A small web site under `/site/`, so that untrusted content can be read without the internet. */
export function siteRoutes(): readonly Route[] {
  return [route('GET /site', () => sitePage('')), route('GET /site/:page', ({ path }) => sitePage(path('page')))];
}

function sitePage(name: string): Reply {
  const page = SITE_PAGES.get(name);
  if (!page) return textReply(404, 'Not found');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${page.title}</title></head>
<body><header><a href="/site/">Corner Shop</a></header>
<main><h1>${page.title}</h1>
${page.body}
</main></body>
</html>
`;
  return textReply(200, html, 'text/html; charset=utf-8');
}
