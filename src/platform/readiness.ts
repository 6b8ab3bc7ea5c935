/** One thing that must hold for the process to be worth sending work to. */
export interface Probe {
  readonly name: string;
  /** Resolves to whether it holds; rejecting or taking too long means that it does not. */
  readonly holds: () => Promise<boolean> | boolean;
}

export interface Readiness {
  readonly ready: boolean;
  /** In the order of the probes. */
  readonly checks: readonly { readonly name: string; readonly holds: boolean }[];
}

/** What takes longer than this to say whether it works does not work. */
const PROBE_WITHIN_MS = 1_000;
/** However often somebody asks, the probes run about once a second. */
const KEEP_MS = 1_000;

/** Answers whether every probe holds. Askers at the same time share one round of probing; never rejects. */
export function makeReadiness(
  probes: readonly Probe[],
  { now, withinMs = PROBE_WITHIN_MS, keepMs = KEEP_MS }: { now: () => number; withinMs?: number; keepMs?: number },
): () => Promise<Readiness> {
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;

  const probeAll = async (): Promise<Readiness> => {
    const checks = await Promise.all(
      probes.map(async ({ name, holds }) => ({ name, holds: await inTime(withinMs, holds) })),
    );
    return { ready: checks.every(({ holds }) => holds), checks };
  };

  return () => {
    if (latest === null || now() - latest.at >= keepMs) latest = { at: now(), answer: probeAll() };
    return latest.answer;
  };
}

async function inTime(withinMs: number, holds: Probe['holds']): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), withinMs);
  try {
    return await Promise.race([holds(), promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
