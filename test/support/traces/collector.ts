import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ code: z.number() }),
});

const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export interface SeenSpan extends Omit<z.output<typeof span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface TraceCollector {
  readonly endpoint: string;
  /** The bodies it was sent, as they came over the wire. */
  readonly received: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  spans(): readonly SeenSpan[];
  /** From now on it answers like this. */
  behave(how: Behaviour): void;
}

/** `hang`: it takes what it is sent and never answers. */
type Behaviour = 'take' | 'fail' | 'hang';

/** An OTLP collector on the loopback that reads JSON over HTTP. */
export async function startCollector(first: Behaviour = 'take'): Promise<TraceCollector> {
  const received: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const taken: SeenSpan[] = [];
  let behaviour = first;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      received.push(text);
      headers.push(request.headers);
      if (behaviour === 'hang') return;
      if (behaviour === 'take') taken.push(...spansOf(text));
      response.writeHead(behaviour === 'take' ? 200 : 500, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    received,
    headers,
    spans: () => taken,
    behave(how) {
      behaviour = how;
    },
  };
}

const spansOf = (text: string): readonly SeenSpan[] =>
  body.parse(JSON.parse(text)).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((one) => ({
        ...one,
        attributes: Object.fromEntries(
          one.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
        ),
      })),
    ),
  );
