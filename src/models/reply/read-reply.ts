import type { JSONValue, LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { ModelPart } from '../../ports/model.ts';
import type { ReplyBlock } from '../prompt/reply-blocks.ts';
import { type Offer, ownName } from '../tools/offer.ts';
import { renameKeys, reversed } from '../tools/parameter-names.ts';
import { brokenReply } from './failure.ts';

/** A reply thinks or splits itself less than this, or something is wrong with its server. */
const MAX_REASONING_CHARS = 2_000_000;
const MAX_BLOCKS = 10_000;
const MAX_URL_CHARS = 2_048;

type StreamPartOf<T extends LanguageModelV4StreamPart['type']> = Extract<LanguageModelV4StreamPart, { type: T }>;
/** A block that may still grow. */
interface Growing {
  kind: 'text' | 'reasoning';
  chars: number;
  text: string;
  meta?: SharedV4ProviderMetadata | undefined;
}

/** Collects one reply while it is read: what a later request must send back, and whether the provider searched. */
export class ReplyReader {
  /** All text so far, as it was yielded. */
  text = '';
  ownCalls = 0;
  grounded = false;
  readonly #byWireName: Offer['byWireName'];
  readonly #blocks: (Growing | ReplyBlock)[] = [];
  readonly #growing = new Map<string, Growing>();
  /** Names of our calls whose arguments are arriving. */
  readonly #arriving = new Map<string, string>();
  #reasoningChars = 0;

  constructor(byWireName: Offer['byWireName']) {
    this.#byWireName = byWireName;
  }

  get blocks(): readonly ReplyBlock[] {
    return this.#blocks.map((block) => {
      if (!('chars' in block && 'text' in block)) return block;
      const { kind, chars, text, meta } = block;
      return kind === 'text' ? { kind, chars, meta } : { kind, text, meta };
    });
  }

  /** What one part of the stream means to the loop; `finish`, errors and chatter are not its business. */
  *read(part: LanguageModelV4StreamPart): Generator<ModelPart> {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#open(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        return;
      case 'text-delta':
        yield* this.#textDelta(part);
        return;
      case 'reasoning-delta':
        yield* this.#reasoningDelta(part);
        return;
      case 'text-end':
      case 'reasoning-end':
        mark(this.#growing.get(part.id), part.providerMetadata);
        this.#growing.delete(part.id);
        return;
      case 'tool-input-start':
        if (part.providerExecuted !== true) this.#arriving.set(part.id, ownName(this.#byWireName, part.toolName));
        return;
      case 'tool-input-delta': {
        const toolName = this.#arriving.get(part.id);
        if (toolName === undefined || part.delta === '') return;
        yield { type: 'tool-call-delta', providerCallId: part.id, toolName, delta: part.delta };
        return;
      }
      case 'tool-input-end':
        this.#arriving.delete(part.id);
        return;
      case 'tool-call':
        yield* this.#toolCall(part);
        return;
      case 'tool-result':
        yield* this.#toolResult(part);
        return;
      case 'source':
        yield* this.#source(part);
        return;
      default:
        return;
    }
  }

  #open(kind: Growing['kind'], id: string, meta: SharedV4ProviderMetadata | undefined): Growing {
    const block: Growing = { kind, chars: 0, text: '', meta };
    this.#push(block);
    this.#growing.set(id, block);
    return block;
  }

  #push(block: Growing | ReplyBlock): void {
    if (this.#blocks.length === MAX_BLOCKS) throw brokenReply('the reply has more parts than any answer needs');
    this.#blocks.push(block);
  }

  *#textDelta({ id, delta, providerMetadata }: StreamPartOf<'text-delta'>): Generator<ModelPart> {
    const block = this.#growing.get(id) ?? this.#open('text', id, undefined);
    mark(block, providerMetadata);
    if (delta === '') return;
    const spaced = block.chars === 0 && this.#startsAnew(block) ? `\n\n${delta}` : delta;
    block.chars += spaced.length;
    this.text += spaced;
    yield { type: 'text', delta: spaced };
  }

  /** Text that goes on after something else, such as a search, is a paragraph of its own. */
  #startsAnew(block: Growing): boolean {
    const before = this.#blocks[this.#blocks.indexOf(block) - 1];
    return before !== undefined && before.kind !== 'text' && this.text !== '' && !/\s$/.test(this.text);
  }

  *#reasoningDelta({ id, delta, providerMetadata }: StreamPartOf<'reasoning-delta'>): Generator<ModelPart> {
    const block = this.#growing.get(id) ?? this.#open('reasoning', id, undefined);
    mark(block, providerMetadata);
    if (delta === '') return;
    this.#reasoningChars += delta.length;
    if (this.#reasoningChars > MAX_REASONING_CHARS) throw brokenReply('the model thinks without end');
    block.text += delta;
    yield { type: 'reasoning', delta };
  }

  *#toolCall(part: StreamPartOf<'tool-call'>): Generator<ModelPart> {
    const { toolCallId: id, toolName: wireName, input, providerMetadata: meta } = part;
    if (part.providerExecuted === true) {
      this.grounded = true;
      this.#push({ kind: 'provider-call', id, name: wireName, input: parsed(input), meta });
      yield { type: 'provider-tool-result', providerCallId: id };
      return;
    }
    this.ownCalls += 1;
    this.#push({ kind: 'call', meta });
    const names = this.#byWireName.get(wireName)?.parameters;
    const argumentsText = names === undefined ? input : renameKeys(input, reversed(names));
    const toolName = ownName(this.#byWireName, wireName);
    yield { type: 'tool-call', providerCallId: id, toolName, argumentsText };
  }

  *#toolResult(part: StreamPartOf<'tool-result'>): Generator<ModelPart> {
    if (part.preliminary === true) return;
    const { toolCallId: id, toolName: name, result, isError = false, providerMetadata: meta } = part;
    this.grounded = true;
    this.#push({ kind: 'provider-result', id, name, output: result, isError, meta });
    yield { type: 'provider-tool-result', providerCallId: id };
  }

  *#source(part: StreamPartOf<'source'>): Generator<ModelPart> {
    this.grounded = true;
    if (part.sourceType !== 'url' || part.url.length > MAX_URL_CHARS || !/^https?:\/\//i.test(part.url)) return;
    yield { type: 'source', url: part.url, title: part.title ?? null };
  }
}

/** Signatures come with the start, a delta or the end of a block; the later one holds. */
function mark(block: Growing | undefined, meta: SharedV4ProviderMetadata | undefined): void {
  if (block === undefined || meta === undefined) return;
  const merged = { ...block.meta };
  for (const [provider, fields] of Object.entries(meta)) merged[provider] = { ...merged[provider], ...present(fields) };
  block.meta = merged;
}

const present = (fields: SharedV4ProviderMetadata[string]): SharedV4ProviderMetadata[string] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

function parsed(text: string): JSONValue {
  try {
    const value: JSONValue = JSON.parse(text);
    return value;
  } catch {
    return {};
  }
}
