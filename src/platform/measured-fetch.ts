import { performance } from 'node:perf_hooks';
import { boundedWords } from './bounded-words.ts';
import type { Meters } from './meters.ts';

type Fetch = typeof globalThis.fetch;

const MS_PER_SECOND = 1_000;
const RATE_LIMITED = 429;

/** Calls the Web API with `fetch` and counts each call by its method, the last part of the address. */
export function measuredFetch(fetch: Fetch, meters: Meters): Fetch {
  const methodWord = boundedWords();
  return async (input, init) => {
    const method = methodWord(methodOf(input));
    const began = performance.now();
    let outcome = 'unreachable';
    try {
      const response = await fetch(input, init);
      outcome = outcomeOf(response);
      return response;
    } finally {
      meters.slackCalls.inc({ method, outcome });
      meters.slackSeconds.observe({ method }, (performance.now() - began) / MS_PER_SECOND);
    }
  };
}

/** `chat.postMessage` of `https://slack.com/api/chat.postMessage`; anything else, such as a file by its name, is `other`. */
function methodOf(input: Parameters<Fetch>[0]): string {
  const address = input instanceof Request ? input.url : String(input);
  const [, method = 'other'] = /\/api\/([a-z]+(?:\.[a-zA-Z0-9]+)+)$/.exec(URL.parse(address)?.pathname ?? '') ?? [];
  return method;
}

function outcomeOf(response: Response): string {
  if (response.status === RATE_LIMITED) return 'rate-limited';
  return response.ok ? 'answered' : 'http-error';
}
