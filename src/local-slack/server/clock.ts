/** The workspace's own time: real (or given) time plus what the control side has added. */
export interface WorkspaceClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves time forward and runs the jobs that came due. */
  advance(ms: number): void;
  /** Runs `job` once, `ms` of workspace time from now. The answer cancels it. */
  after(ms: number, job: () => void): () => void;
  close(): void;
}

interface Job {
  readonly due: number;
  readonly run: () => void;
}

/** A given clock can jump without telling us, so a sleep is never longer than this. */
const LONGEST_NAP_MS = 1_000;

export function makeClock(base: () => number): WorkspaceClock {
  const jobs = new Set<Job>();
  let offsetMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let open = true;
  const now = () => base() + offsetMs;

  function arm(): void {
    clearTimeout(timer);
    if (!open || jobs.size === 0) return;
    const soonest = Math.min(...[...jobs].map((job) => job.due));
    timer = setTimeout(runDue, Math.min(Math.max(soonest - now(), 0), LONGEST_NAP_MS));
    timer.unref();
  }

  function runDue(): void {
    const due = [...jobs].filter((job) => job.due <= now()).sort((a, b) => a.due - b.due);
    for (const job of due) {
      if (jobs.delete(job)) job.run();
    }
    arm();
  }

  return {
    now,
    advance(ms) {
      offsetMs += ms;
      runDue();
    },
    after(ms, run) {
      const job: Job = { due: now() + ms, run };
      jobs.add(job);
      arm();
      return () => {
        jobs.delete(job);
      };
    },
    close() {
      open = false;
      clearTimeout(timer);
      jobs.clear();
    },
  };
}
