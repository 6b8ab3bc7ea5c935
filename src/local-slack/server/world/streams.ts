import { type JsonObject, objectsAt, textAt } from '../json.ts';

/** One task of a streamed answer, as its updates have left it. */
interface Task {
  readonly id: string;
  title: string;
  status: string;
  details: string;
  output: string;
  sources: readonly JsonObject[];
}

type Part =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'blocks'; readonly blocks: readonly JsonObject[] };

export interface Stream {
  readonly startedAt: number;
  readonly recipient: string | undefined;
  readonly display: string;
  readonly parts: Part[];
  readonly tasks: Map<string, Task>;
  planTitle: string | undefined;
  /** The text of the call that started it: all that others see while it runs. */
  firstText: string;
  closingBlocks: readonly JsonObject[];
  ended: { readonly by: 'app' } | { readonly by: 'person'; readonly user: string } | undefined;
  /** Whether chat.update has put other content in its place: it is an ordinary message from then on. */
  replaced: boolean;
}

export type StreamingState = 'in_progress' | 'completed' | 'errored';

/** Streams die about five minutes after their start, however busy they are (slackapi/node-slack-sdk#2702). */
const STREAM_LIFE_MS = 300_000;
/** A text-only stream is refused near 40,000 characters (agno-agi/agno#7219). */
const STREAM_TEXT_CEILING = 40_000;
/** With task cards the measured ceiling is about 10.6 kB of UTF-8 (openclaw/openclaw#143882). */
const STREAM_WEIGHT_CEILING_BYTES = 10_600;

export function newStream(startedAt: number, recipient: string | undefined, display: string): Stream {
  return {
    startedAt,
    recipient,
    display,
    parts: [],
    tasks: new Map(),
    planTitle: undefined,
    firstText: '',
    closingBlocks: [],
    ended: undefined,
    replaced: false,
  };
}

export function streamingState(stream: Stream, now: number): StreamingState {
  if (stream.ended) return 'completed';
  return now - stream.startedAt >= STREAM_LIFE_MS ? 'errored' : 'in_progress';
}

export function streamText(stream: Stream): string {
  return stream.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

export function addText(stream: Stream, text: string): void {
  const last = stream.parts.at(-1);
  if (last?.kind === 'text') last.text += text;
  else if (text !== '') stream.parts.push({ kind: 'text', text });
}

/** Adds chunks that have been found valid. Title and status replace; details and output append. */
export function addChunks(stream: Stream, chunks: readonly JsonObject[]): void {
  for (const chunk of chunks) {
    const type = textAt(chunk, 'type');
    if (type === 'markdown_text') addText(stream, textAt(chunk, 'text') ?? '');
    if (type === 'plan_update') stream.planTitle = textAt(chunk, 'title');
    if (type === 'blocks') stream.parts.push({ kind: 'blocks', blocks: objectsAt(chunk, 'blocks') });
    if (type === 'task_update') updateTask(stream, chunk);
  }
}

function updateTask(stream: Stream, chunk: JsonObject): void {
  const id = textAt(chunk, 'id') ?? '';
  const known = stream.tasks.get(id);
  if (!known) stream.parts.push({ kind: 'task', id });
  stream.tasks.set(id, {
    id,
    title: textAt(chunk, 'title') ?? known?.title ?? '',
    status: textAt(chunk, 'status') ?? known?.status ?? 'in_progress',
    details: (known?.details ?? '') + (textAt(chunk, 'details') ?? ''),
    output: (known?.output ?? '') + (textAt(chunk, 'output') ?? ''),
    sources: [...(known?.sources ?? []), ...objectsAt(chunk, 'sources')],
  });
}

/** Whether what the stream holds, with `closing` blocks at its end, is more than one message takes. */
export function isTooLarge(stream: Stream, closing: readonly JsonObject[] = []): boolean {
  const text = streamText(stream);
  if (text.length > STREAM_TEXT_CEILING) return true;
  if (stream.tasks.size === 0) return false;
  const bytes = (value: string) => Buffer.byteLength(value, 'utf8');
  const tasks = [...stream.tasks.values()].map(
    (task) => bytes(JSON.stringify(task)) + bytes(task.details) + bytes(task.output),
  );
  const weight = bytes(text) + tasks.reduce((sum, one) => sum + one, 0) + bytes(JSON.stringify(closing));
  return weight > STREAM_WEIGHT_CEILING_BYTES;
}

/** The streamed message as blocks: text, tasks and sent blocks in the order they came, closing blocks last. */
export function streamBlocks(stream: Stream): readonly JsonObject[] {
  const shown = stream.parts.flatMap((part): readonly JsonObject[] => {
    if (part.kind === 'text') return [{ type: 'markdown', text: part.text }];
    if (part.kind === 'blocks') return part.blocks;
    const task = stream.tasks.get(part.id);
    return task && stream.display !== 'plan' ? [taskCard(task)] : [];
  });
  const plan = stream.display === 'plan' && stream.tasks.size > 0 ? [planBlock(stream)] : [];
  return [...plan, ...shown, ...stream.closingBlocks];
}

function planBlock(stream: Stream): JsonObject {
  return { type: 'plan', title: stream.planTitle ?? '', tasks: [...stream.tasks.values()].map(taskCard) };
}

function taskCard(task: Task): JsonObject {
  return {
    type: 'task_card',
    task_id: task.id,
    title: task.title,
    status: task.status,
    ...(task.details === '' ? {} : { details: richText(task.details) }),
    ...(task.output === '' ? {} : { output: richText(task.output) }),
    ...(task.sources.length === 0 ? {} : { sources: task.sources }),
  };
}

function richText(text: string): JsonObject {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] };
}
