import type { JsonObject } from '../json.ts';
import { numberArg, textArg } from './arguments.ts';

export type Page<T> =
  | { readonly kind: 'page'; readonly items: readonly T[]; readonly hasMore: boolean; readonly meta: JsonObject }
  | { readonly kind: 'refused'; readonly error: string };

/** One page of a list, by Slack's `limit` and `cursor`. */
export function readPage<T>(args: JsonObject, all: readonly T[], limits: { usual: number; most: number }): Page<T> {
  const limit = numberArg(args, 'limit') ?? limits.usual;
  if (limit < 1 || limit > limits.most) return { kind: 'refused', error: 'invalid_limit' };
  const cursor = textArg(args, 'cursor') ?? '';
  const start =
    cursor === ''
      ? 0
      : Number(
          Buffer.from(cursor, 'base64')
            .toString('utf8')
            .replace(/^next:/, ''),
        );
  if (!Number.isInteger(start) || start < 0) return { kind: 'refused', error: 'invalid_cursor' };
  const items = all.slice(start, start + limit);
  const hasMore = start + limit < all.length;
  const next = hasMore ? Buffer.from(`next:${start + limit}`).toString('base64') : '';
  return { kind: 'page', items, hasMore, meta: { response_metadata: { next_cursor: next } } };
}
