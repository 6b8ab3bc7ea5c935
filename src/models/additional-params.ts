import type { JSONObject } from '@ai-sdk/provider';
import { z } from 'zod';
import { ModelFailure } from '../ports/model.ts';

const params = z.record(z.string(), z.json());

/**
 * A request's own parameters laid over the provider's. Those in `refused` are turned away: they would bring in tools
 * or a history that the gate has not judged.
 */
export function withAdditionalParams(own: JSONObject, additional: unknown, refused: readonly string[]): JSONObject {
  if (additional === null || additional === undefined) return own;
  const parsed = params.safeParse(additional);
  if (!parsed.success) throw rejected('additionalParams is not a JSON object');
  const forbidden = refused.find((name) => Object.hasOwn(parsed.data, name));
  if (forbidden !== undefined) throw rejected(`additionalParams may not set ${forbidden}`);
  return { ...own, ...parsed.data };
}

const rejected = (what: string): ModelFailure => new ModelFailure('rejected', what, { retryable: false });
