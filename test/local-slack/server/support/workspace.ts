import { onTestFinished } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../../../src/local-slack/server/json.ts';
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from '../../../../src/local-slack/server/start.ts';

export type TestWorkspace = LocalSlack & {
  /** Calls the people's or the control side; the answer's JSON with its HTTP status as `status`. */
  call(verb: string, path: string, body?: unknown): Promise<JsonObject & { readonly status: number }>;
};

/** A workspace of the test's own, closed when the test ends. Rates are not limited unless the test asks for it. */
export async function openWorkspace(options: LocalSlackOptions = {}): Promise<TestWorkspace> {
  const workspace = await startLocalSlack({ rateLimits: 'off', ...options });
  onTestFinished(() => workspace.close());
  return {
    ...workspace,
    async call(verb, path, body) {
      const response = await fetch(`${workspace.url}${path}`, {
        method: verb,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const parsed = parseJson(await response.text());
      return { ...(isObject(parsed?.value) ? parsed.value : {}), status: response.status };
    },
  };
}

export interface ListedMessage {
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly streaming_state?: string;
  readonly [key: string]: unknown;
}

/** What the person sees in the channel or thread. */
export async function messagesOf(
  workspace: TestWorkspace,
  person: string,
  channel: string,
  threadTs?: string,
): Promise<readonly ListedMessage[]> {
  const thread = threadTs === undefined ? '' : `&thread_ts=${threadTs}`;
  const answer = await workspace.call('GET', `/people/${person}/messages?channel=${channel}${thread}`);
  return list(answer, 'messages').map((message) => ({ ...message, ...essentials(message) }));
}

export async function say(workspace: TestWorkspace, person: string, channel: string, text: string, threadTs?: string) {
  const answer = await workspace.call('POST', `/people/${person}/messages`, {
    channel,
    text,
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
  });
  return { channel: String(answer['channel']), ts: String(answer['ts']) };
}

export function list(answer: JsonObject, key: string): readonly JsonObject[] {
  const value = answer[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function essentials(message: JsonObject) {
  return {
    ts: String(message['ts']),
    user: String(message['user']),
    text: String(message['text']),
    blocks: list(message, 'blocks'),
  };
}

/** How long a condition may take before the test gives up: longer than any deadline of the workspace. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** Waits until `look` finds something. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
