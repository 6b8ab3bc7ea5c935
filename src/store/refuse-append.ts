import type { AppendOptions, AppendResult } from '../ports/event-log.ts';

/** What a store knows about a conversation when someone wants to append to it. */
export interface Head {
  readonly seq: number;
  readonly epoch: number;
}

/** Why an append must not happen, judged inside its transaction; null when it may. `head` is undefined before the first write. */
export function refuseAppend(
  head: Head | undefined,
  { after, epoch, notAfter, notBefore }: AppendOptions,
  now: number,
): AppendResult | null {
  if (head !== undefined && epoch !== undefined && epoch < head.epoch) return { kind: 'fenced' };
  if ((head?.seq ?? 0) !== after) return { kind: 'conflict' };
  if (notAfter !== undefined && now >= notAfter) return { kind: 'too-late' };
  return notBefore !== undefined && now < notBefore ? { kind: 'too-early' } : null;
}
