import type { JsonObject } from '../json.ts';

export type FaultEffect =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'ratelimit'; readonly seconds: number | undefined }
  /** Nothing is done and nothing is answered; the connection is dropped after `ms`. */
  | { readonly kind: 'hang'; readonly ms: number }
  /** The call is done and answered, `ms` late. */
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'drop-before' | 'drop-after-accept' | 'html' | 'garbage' };

interface Fault {
  /** `*` stands for every method. */
  readonly method: string;
  /** Text that the arguments contain somewhere, or fields they have with these values. */
  readonly match: string | JsonObject | undefined;
  readonly times: number;
  readonly effect: FaultEffect;
}

export interface Faults {
  plan(fault: Fault): void;
  /** The effect for this call, if one is planned; each use counts. */
  take(method: string, args: JsonObject): FaultEffect | undefined;
  clear(): void;
}

export function makeFaults(): Faults {
  const planned: Array<{ readonly fault: Fault; left: number }> = [];
  return {
    plan: (fault) => void planned.push({ fault, left: fault.times }),
    take(method, args) {
      const at = planned.findIndex(({ fault }) => concerns(fault, method, args));
      const hit = planned[at];
      if (!hit) return undefined;
      hit.left -= 1;
      if (hit.left === 0) planned.splice(at, 1);
      return hit.fault.effect;
    },
    clear() {
      planned.length = 0;
    },
  };
}

/** Reads `error:<code>`, `hang:<ms>` and so on; `undefined` where it is none of them. */
export function readEffect(text: string): FaultEffect | undefined {
  const [word = '', ...rest] = text.split(':');
  const detail = rest.join(':');
  const amount = /^\d{1,9}$/.test(detail) ? Number(detail) : undefined;
  if (word === 'error' && detail !== '') return { kind: 'error', code: detail };
  if (word === 'ratelimit' && (detail === '' || amount !== undefined)) return { kind: 'ratelimit', seconds: amount };
  if (word === 'http' && amount !== undefined && amount >= 200 && amount < 600) return { kind: 'http', status: amount };
  if (word === 'hang' && amount !== undefined) return { kind: 'hang', ms: amount };
  if (word === 'slow' && amount !== undefined) return { kind: 'slow', ms: amount };
  if (text === 'drop-before' || text === 'drop-after-accept' || text === 'html' || text === 'garbage') {
    return { kind: text };
  }
  return undefined;
}

function concerns(fault: Fault, method: string, args: JsonObject): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  const { match } = fault;
  if (match === undefined) return true;
  if (typeof match === 'string') return Object.values(args).some((value) => textOf(value).includes(match));
  return Object.entries(match).every(([key, wanted]) => textOf(args[key]) === textOf(wanted));
}

/** Form fields are text, JSON fields are not: compared as the text they would have in a form. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
