import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export type JsonObject = { readonly [key: string]: unknown };

/** One request of the page that wanted something done. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface FixtureWorkspace {
  readonly url: string;
  /** Listings by `channel` or `channel/thread_ts`; a channel that is not set is refused. */
  readonly listings: Map<string, readonly JsonObject[]>;
  views: readonly JsonObject[];
  home: JsonObject | undefined;
  calls: readonly JsonObject[];
  shortcuts: readonly JsonObject[];
  /** Answers to requests that want something done, by the end of their path; anything else is `{ok: true}`. */
  readonly answers: Map<string, JsonObject>;
  readonly asked: Asked[];
  /** Back to an empty workspace, at the same address. */
  reset(): void;
  /** Tells the page that something changed. */
  changed(): void;
}

const webRoot = fileURLToPath(new URL('../../../../src/local-slack/web/', import.meta.url));

const contentTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
]);

const people = [
  { id: 'U0ALICE', name: 'alice', real_name: 'Alice' },
  { id: 'U0BOB', name: 'bob', real_name: 'Bob' },
  { id: 'U0GUEST', name: 'guest', real_name: 'Gus', is_restricted: true },
  { id: 'U0COUNTER', name: 'countersign', real_name: 'Countersign', is_bot: true },
];

const channels = [
  { id: 'C0GENERAL', name: 'general' },
  { id: 'C0SUPPORT', name: 'support' },
  { id: 'C0OPS', name: 'ops', is_private: true },
];

/**
 * Says to the page exactly what a test wants said, over the same calls as the real workspace. It is there until the
 * process ends.
 */
export async function startFixtureWorkspace(): Promise<FixtureWorkspace> {
  const listeners = new Set<ServerResponse>();
  let changes = 0;
  const server = createServer((request, response) => {
    void handle(request, response, workspace, listeners);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const workspace: FixtureWorkspace = {
    url: `http://127.0.0.1:${port}`,
    ...emptyWorld(),
    reset() {
      Object.assign(workspace, emptyWorld());
    },
    changed() {
      changes += 1;
      for (const listener of listeners) listener.write(`data: ${JSON.stringify({ n: changes, type: 'test' })}\n\n`);
    },
  };
  return workspace;
}

function emptyWorld(): Omit<FixtureWorkspace, 'url' | 'reset' | 'changed'> {
  return {
    listings: new Map([['C0GENERAL', []]]),
    views: [],
    home: undefined,
    calls: [],
    shortcuts: [],
    answers: new Map(),
    asked: [],
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  workspace: FixtureWorkspace,
  listeners: Set<ServerResponse>,
): Promise<void> {
  const url = new URL(request.url ?? '/', workspace.url);
  if (url.pathname === '/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
    return;
  }
  const answer = request.method === 'GET' ? read(url, workspace) : await act(request, url, workspace);
  if (answer === undefined) {
    serveFile(url.pathname, response);
    return;
  }
  response.writeHead(answer['ok'] === false ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

function read(url: URL, workspace: FixtureWorkspace): JsonObject | undefined {
  const { pathname, searchParams } = url;
  if (pathname === '/people') return { people };
  if (pathname === '/channels') return { channels };
  if (pathname === '/app') return { app: { shortcuts: workspace.shortcuts } };
  if (pathname === '/control/calls') {
    const since = Number(searchParams.get('since'));
    return { calls: workspace.calls.filter((call) => Number(call['n']) > since) };
  }
  if (pathname.endsWith('/views')) return { views: workspace.views };
  if (pathname.endsWith('/home')) return { view: workspace.home };
  if (!pathname.endsWith('/messages')) return undefined;
  const thread = searchParams.get('thread_ts');
  const place = [searchParams.get('channel'), ...(thread ? [thread] : [])].join('/');
  const messages = workspace.listings.get(place);
  return messages ? { messages } : { ok: false, error: 'not_in_channel' };
}

async function act(request: IncomingMessage, url: URL, workspace: FixtureWorkspace): Promise<JsonObject> {
  const chunks: string[] = [];
  for await (const chunk of request) chunks.push(String(chunk));
  const text = chunks.join('');
  workspace.asked.push({
    method: request.method ?? '',
    path: url.pathname + url.search,
    body: text ? JSON.parse(text) : undefined,
  });
  for (const [end, answer] of workspace.answers) if (url.pathname.endsWith(end)) return answer;
  return { ok: true };
}

function serveFile(pathname: string, response: ServerResponse): void {
  const name = pathname === '/' ? 'index.html' : normalize(pathname);
  const contentType = contentTypes.get(extname(name));
  const file = createReadStream(join(webRoot, name));
  file.on('error', () => response.writeHead(404).end());
  file.on('open', () =>
    response.writeHead(200, {
      'content-type': contentType ?? 'application/octet-stream',
      // The files do not change while a suite runs, and its pages are many.
      'cache-control': 'max-age=3600',
    }),
  );
  file.pipe(response);
}
