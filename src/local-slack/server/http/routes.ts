import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

export interface RouteRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The `:name` parts of the path. */
  readonly path: (name: string) => string;
}

/** Answers a reply to send, or nothing where the route has taken the response over. */
export type RouteHandler = (at: RouteRequest) => Promise<Reply | undefined> | Reply | undefined;

export interface Route {
  readonly verb: string;
  readonly segments: readonly string[];
  readonly handle: RouteHandler;
}

/** `pattern` is like `GET /people/:user/messages`; a last part `*` takes the rest. */
export function route(pattern: string, handle: RouteHandler): Route {
  const [verb = '', path = ''] = pattern.split(' ');
  return { verb, segments: path.split('/').slice(1), handle };
}

export interface Match {
  readonly route: Route;
  readonly path: (name: string) => string;
}

export function matchRoute(routes: readonly Route[], verb: string, pathname: string): Match | 'wrong-verb' | undefined {
  const parts = pathname.split('/').slice(1);
  const fitting = routes.filter((one) => fits(one.segments, parts));
  const chosen = fitting.find((one) => one.verb === verb);
  if (!chosen) return fitting.length > 0 ? 'wrong-verb' : undefined;
  return { route: chosen, path: (name) => decode(parts[chosen.segments.indexOf(`:${name}`)] ?? '') };
}

function fits(segments: readonly string[], parts: readonly string[]): boolean {
  const isOpen = segments.at(-1) === '*';
  if (isOpen ? parts.length < segments.length : parts.length !== segments.length) return false;
  return segments.every((segment, at) => segment === '*' || segment.startsWith(':') || segment === parts[at]);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
