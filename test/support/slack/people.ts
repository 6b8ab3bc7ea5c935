import { z } from 'zod';

const seenBlock = z.looseObject({
  type: z.string(),
  block_id: z.string().optional(),
  elements: z.array(z.looseObject({ action_id: z.string().optional() })).optional(),
});
const seenMessage = z.looseObject({
  ts: z.string(),
  user: z.string(),
  text: z.string(),
  blocks: z.array(seenBlock),
  streaming_state: z.string().optional(),
  ephemeral: z.boolean().optional(),
});
const seenView = z.object({
  id: z.string(),
  view: z.looseObject({
    title: z.object({ text: z.string() }).optional(),
    submit: z.object({ text: z.string() }).nullish(),
    private_metadata: z.string().optional(),
    blocks: z.array(seenBlock),
  }),
});
const said = z.object({ channel: z.string(), ts: z.string() });
const pressed = z.object({ ok: z.boolean(), error: z.string().optional() });
const submitted = z.looseObject({ ok: z.boolean(), errors: z.record(z.string(), z.string()).optional() });
const suggested = z.object({
  options: z.array(z.object({ text: z.object({ text: z.string() }), value: z.string() })),
});
const call = z.object({
  n: z.number(),
  at: z.number(),
  method: z.string(),
  args: z.record(z.string(), z.unknown()),
  status: z.number(),
  error: z.string().optional(),
});

export type SeenMessage = z.infer<typeof seenMessage>;
export type SeenView = z.infer<typeof seenView>;
export type Call = z.infer<typeof call>;

const WAIT_MS = 15_000;
/** A look costs more work than a wait: what takes long is looked at less and less often, so that it is seen little later. */
const FIRST_PAUSE_MS = 15;
const NEXT_PAUSE_TIMES = 1.4;
const LONGEST_PAUSE_MS = 200;

/** Waits for a condition to hold; says what it waited for when it never does. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = WAIT_MS,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * NEXT_PAUSE_TIMES, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function request<T>(shape: z.ZodType<T>, url: string, method: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return shape.parse(await response.json());
}

/** One person in the workspace at `url`: what they see, say, press and submit. */
export function personAt(url: string, user: string) {
  const at = `${url}/people/${user}`;
  const views = async (): Promise<readonly SeenView[]> =>
    (await request(z.object({ views: z.array(seenView) }), `${at}/views`, 'GET')).views;
  return {
    user,
    views,
    async messages(channel: string, threadTs?: string): Promise<readonly SeenMessage[]> {
      const query = new URLSearchParams({ channel, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) });
      return (await request(z.object({ messages: z.array(seenMessage) }), `${at}/messages?${query.toString()}`, 'GET'))
        .messages;
    },
    say: (channel: string, text: string, threadTs?: string) =>
      request(said, `${at}/messages`, 'POST', {
        channel,
        text,
        ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      }),
    /** `value` tells buttons of several rows apart. */
    click: (message: { readonly channel: string; readonly ts: string }, actionId: string, value?: string) =>
      request(pressed, `${at}/click`, 'POST', {
        channel: message.channel,
        ts: message.ts,
        action_id: actionId,
        ...(value === undefined ? {} : { value }),
      }),
    clickView: (viewId: string, actionId: string, value?: string) =>
      request(pressed, `${at}/click`, 'POST', {
        view_id: viewId,
        action_id: actionId,
        ...(value === undefined ? {} : { value }),
      }),
    /** Picks one option of a choice in a view or in App Home. */
    choose: (viewId: string, actionId: string, selected: string) =>
      request(pressed, `${at}/click`, 'POST', { view_id: viewId, action_id: actionId, selected }),
    view: (): Promise<SeenView> => eventually('an open modal', async () => (await views()).at(-1)),
    submit: (id: string, values: Readonly<Record<string, unknown>> = {}) =>
      request(submitted, `${at}/views/${id}/submit`, 'POST', { values }),
    /** Types into the select of a modal that is searched. */
    suggestions: (viewId: string, blockId: string, value: string) =>
      request(suggested, `${at}/suggestions`, 'POST', {
        view_id: viewId,
        block_id: blockId,
        action_id: 'value',
        value,
      }),
    command: (channel: string, text: string) =>
      request(z.unknown(), `${at}/commands`, 'POST', { channel, command: '/countersign', text }),
    shortcut: (callbackId: string, message: { readonly channel: string; readonly ts: string }) =>
      request(z.unknown(), `${at}/shortcuts`, 'POST', { callback_id: callbackId, ...message }),
    openHome: () => request(z.unknown(), `${at}/home/open`, 'POST', {}),
    home: () => request(z.record(z.string(), z.unknown()), `${at}/home`, 'GET'),
    stop: (channel: string, threadTs: string) =>
      request(z.unknown(), `${at}/stop`, 'POST', { channel, thread_ts: threadTs }),
    /** Deletes what they said. */
    unsay: (ts: string) => request(z.unknown(), `${at}/messages/${ts}`, 'DELETE'),
    edit: (ts: string, text: string) => request(z.unknown(), `${at}/messages/${ts}`, 'PATCH', { text }),
  };
}

export type PersonInSlack = ReturnType<typeof personAt>;

/** The control side of the workspace at `url`. */
export const controlAt = (url: string) => ({
  calls: async (since = 0): Promise<readonly Call[]> =>
    (await request(z.object({ calls: z.array(call) }), `${url}/control/calls?since=${since}`, 'GET')).calls,
  fault: (body: { method: string; times: number; kind: string; match?: unknown }) =>
    request(z.unknown(), `${url}/control/faults`, 'POST', body),
  clock: (advanceMs: number) => request(z.unknown(), `${url}/control/clock`, 'POST', { advance_ms: advanceMs }),
  sockets: (action: string) => request(z.unknown(), `${url}/control/sockets`, 'POST', { action }),
  person: (user: string, body: unknown) => request(z.unknown(), `${url}/control/people/${user}`, 'POST', body),
});
