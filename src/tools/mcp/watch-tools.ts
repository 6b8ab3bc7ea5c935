import type { Client } from '@modelcontextprotocol/client';

export interface Watching {
  /** Before the attempt after `failures` failed ones in a row, in milliseconds. */
  readonly backOffMs: (failures: number) => number;
  /** The list may have changed: the server says so, or nobody listened for a while. */
  readonly onChanged: () => void;
  /** Fires when the connection is closed. */
  readonly closed: AbortSignal;
}

/**
 * Listens to changes of the tool list where the server tells only those who asked for it (2026-07-28). A stream that
 * ends is opened again for as long as the connection is there. Older servers tell unasked: nothing to do.
 */
export async function watchTools(client: Client, { backOffMs, onChanged, closed }: Watching): Promise<void> {
  const announces = client.getServerCapabilities()?.tools?.listChanged === true;
  if (client.getProtocolEra() !== 'modern' || !announces) return;
  let failures = 0;
  while (!closed.aborted) {
    try {
      const subscription = await client.listen({ toolsListChanged: true });
      if (failures > 0) onChanged();
      failures = 0;
      if ((await subscription.closed) === 'local') return;
    } catch {
      // A server may refuse one more listener; what changed meanwhile is read when it takes one again.
    }
    failures += 1;
    await passed(backOffMs(failures), closed);
  }
}

const passed = (ms: number, closed: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (closed.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    timer.unref();
    closed.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
