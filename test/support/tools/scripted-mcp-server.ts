import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * An MCP server over stdio, by hand, so that it can do what no SDK would let a server do. Its world is a JSON file that
 * a test may change while it runs: `{ version, tools, resources, dead, question, result }`, `tools` going into the list as it stands.
 * What it was asked goes to the trace file, a line each. The name of a called tool says what it does.
 */
const [worldFile = '', traceFile = ''] = process.argv.slice(2);

interface World {
  version?: string;
  tools: unknown[];
  resources?: boolean;
  /** Ends when it is greeted. */
  dead?: boolean;
  /** What `ask` asks the person. */
  question?: object;
  /** What `show` answers with. */
  result?: object;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: {
    name?: string;
    arguments?: unknown;
    uri?: string;
    cursor?: string;
    protocolVersion?: string;
    _meta?: { progressToken?: number };
  };
  result?: { action?: string; content?: unknown };
  error?: { code: number };
}

const PROGRESS_STEPS = 8;
const PROGRESS_EVERY_MS = 200;

let asked: number | string | undefined;

const world = (): World => JSON.parse(readFileSync(worldFile, 'utf8'));
const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const trace = (what: string): void => appendFileSync(traceFile, `${what}\n`);
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

createInterface({ input: process.stdin }).on('line', (line) => {
  const message: Message = JSON.parse(line);
  if (message.method === undefined) {
    const { action = `error ${message.error?.code}`, content } = message.result ?? {};
    const given = content === undefined ? '' : ` ${JSON.stringify(content)}`;
    send({ id: asked, result: text(`the client said ${action}${given}`) });
  } else if (message.id === undefined) {
    if (message.method === 'notifications/cancelled') trace('cancelled');
  } else {
    answer(message.id, message);
  }
});

function answer(id: number | string, { method, params }: Message): void {
  const { version = '1', tools, resources, dead } = world();
  if (method === 'initialize') {
    trace('initialize');
    if (dead === true) process.exit(1);
    const capabilities = { tools: { listChanged: true }, ...(resources === true ? { resources: {} } : {}) };
    const { protocolVersion } = params ?? {};
    send({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'scripted', version } } });
  } else if (method === 'tools/list') {
    send({ id, result: page(tools, params?.cursor) });
  } else if (method === 'resources/read') {
    send({ id, result: { contents: [{ uri: params?.uri, text: `contents of ${params?.uri}` }] } });
  } else if (method === 'tools/call') {
    trace(`call ${params?.name} ${JSON.stringify(params?.arguments)}`);
    call(id, params?.name ?? '', params?.arguments, params?._meta?.progressToken);
  } else {
    send({ id, error: { code: -32601, message: 'no such method' } });
  }
}

/** One tool a page, so that paging is always at work. */
function page(tools: unknown[], cursor = '0') {
  const next = Number(cursor) + 1;
  return { tools: tools.slice(next - 1, next), ...(next < tools.length ? { nextCursor: String(next) } : {}) };
}

function call(id: number | string, name: string, args: unknown, progressToken: number | undefined): void {
  switch (name) {
    case 'crash':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'hang':
      break;
    case 'slow':
      progress(id, progressToken, 0);
      break;
    case 'reload':
      send({ method: 'notifications/tools/list_changed' });
      send({ id, result: text('reloaded') });
      break;
    case 'refuse':
      send({ id, error: { code: -32602, message: 'not with these arguments' } });
      break;
    case 'visit':
      send({ id, error: { code: -32042, message: 'sign in first', data: { elicitations: [world().question] } } });
      break;
    case 'nonsense':
      send({ id, result: 'nonsense' });
      break;
    case 'env':
      send({ id, result: text(JSON.stringify(process.env)) });
      break;
    case 'show':
      send({ id, result: world().result });
      break;
    case 'ask':
      asked = id;
      send({
        id: 'q1',
        method: 'elicitation/create',
        params: world().question ?? { message: 'Your name?', requestedSchema: { type: 'object', properties: {} } },
      });
      break;
    default:
      send({ id, result: text(JSON.stringify(args)) });
  }
}

function progress(id: number | string, progressToken: number | undefined, step: number): void {
  if (step === PROGRESS_STEPS) {
    send({ id, result: text('done at last') });
  } else {
    send({ method: 'notifications/progress', params: { progressToken, progress: step } });
    setTimeout(() => progress(id, progressToken, step + 1), PROGRESS_EVERY_MS);
  }
}
