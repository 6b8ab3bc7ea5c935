import type { Problem } from './rule.ts';

/** Slack's answer to a payload: fine, or an error code and the lines of `response_metadata.messages`. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly error: string; readonly messages: readonly string[] };

/** One payload can be wrong in every item; more lines than this help nobody and would make an answer as big as its request. */
const MESSAGES_MAX = 50;

export const OK: Verdict = { kind: 'ok' };

export function refused(error: string, problems: readonly Problem[] = []): Verdict {
  const messages = problems
    .slice(0, MESSAGES_MAX)
    .map(({ message, pointer }) => `[ERROR] ${message} [json-pointer:${pointer}]`);
  return { kind: 'refused', error, messages };
}

/** Refused with this error if there is any problem. */
export function unless(problems: readonly Problem[], error: string): Verdict {
  return problems.length === 0 ? OK : refused(error, problems);
}

/** The first refusal, in order; later judgements may rely on the earlier ones having passed. */
export function firstRefusal(...judgements: readonly (() => Verdict)[]): Verdict {
  for (const judge of judgements) {
    const verdict = judge();
    if (verdict.kind === 'refused') return verdict;
  }
  return OK;
}
