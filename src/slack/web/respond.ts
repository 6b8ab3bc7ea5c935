import type { Message } from '../views/message.ts';
import type { FetchFunction } from './workspaces.ts';

const TIMEOUT_MS = 5_000;

/** Answers through a `response_url`, to one person only. False when Slack did not take it; it is tried once. */
export async function respondTo(
  fetchFunction: FetchFunction,
  url: string,
  { text, blocks }: Message,
): Promise<boolean> {
  try {
    const response = await fetchFunction(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', text, blocks }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
