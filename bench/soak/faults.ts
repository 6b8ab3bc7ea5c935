import { z } from 'zod';

/** What Slack does wrong, in turn. None of them is for ever: what was owed arrives in the end. */
const KINDS = [
  'http:500',
  'drop-before',
  'drop-after-accept',
  'ratelimit:1',
  'html',
  'error:internal_error',
  'slow:2000',
];
const PLAN_EVERY_MS = 1_000;

/** A workspace that fails some of the Web API calls. */
export interface Faults {
  planned(): number;
  stop(): void;
}

const calls = z.object({ calls: z.array(z.object({ n: z.number() })) });

/** Plans faults for this share of the calls: every second as many as fit the calls of the second before. */
export function failSome(workspaceUrl: string, share: number): Faults {
  let last = 0;
  let owed = 0;
  let planned = 0;

  const plan = async (): Promise<void> => {
    const made = calls.parse(await (await fetch(`${workspaceUrl}/control/calls?since=${last}`)).json()).calls;
    last = made.at(-1)?.n ?? last;
    owed += made.length * share;
    for (; owed >= 1; owed -= 1) {
      const kind = KINDS[planned % KINDS.length];
      planned += 1;
      await fetch(`${workspaceUrl}/control/faults`, { method: 'POST', body: JSON.stringify({ times: 1, kind }) });
    }
  };

  // A look that fails is made up for by the next one.
  const timer = setInterval(() => void plan().catch(() => undefined), PLAN_EVERY_MS);
  return { planned: () => planned, stop: () => clearInterval(timer) };
}
