/** What the control side can do to the next envelope. */
export interface Mischief {
  duplicateNext(): void;
  delayNext(ms: number): void;
  /** The next envelope is sent after the one that follows it. */
  reorderNext(): void;
  /** Runs `send` once, twice, later, or after the next one. */
  pass(send: () => void): void;
  clear(): void;
}

/** An envelope held back for reordering goes anyway when nothing follows it. */
const REORDER_PATIENCE_MS = 1_000;

export function makeMischief(): Mischief {
  const planned: Array<
    { readonly kind: 'duplicate' } | { readonly kind: 'delay'; ms: number } | { readonly kind: 'reorder' }
  > = [];
  let held: (() => void) | undefined;

  function releaseHeld(): void {
    const send = held;
    held = undefined;
    send?.();
  }

  return {
    duplicateNext: () => void planned.push({ kind: 'duplicate' }),
    delayNext: (ms) => void planned.push({ kind: 'delay', ms }),
    reorderNext: () => void planned.push({ kind: 'reorder' }),
    pass(send) {
      const plan = planned.shift();
      if (plan?.kind === 'delay') {
        setTimeout(send, plan.ms).unref();
        return;
      }
      if (plan?.kind === 'reorder') {
        releaseHeld();
        held = send;
        setTimeout(() => {
          if (held === send) releaseHeld();
        }, REORDER_PATIENCE_MS).unref();
        return;
      }
      send();
      if (plan?.kind === 'duplicate') send();
      releaseHeld();
    },
    clear() {
      planned.length = 0;
      held = undefined;
    },
  };
}
