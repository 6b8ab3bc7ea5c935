import { blockCountOf, blockListsOf, chunk, markdownLengthOf } from './chunks.ts';
import { countedLength } from './counted-length.ts';
import { LIMITS } from './limits.ts';
import { judgeBlocks, judgeTogether } from './message-blocks.ts';
import { judgeMetadata } from './metadata.ts';
import { isList, isObject, list, type Place, problem } from './rule.ts';
import { firstRefusal, OK, refused, unless, type Verdict } from './verdict.ts';
import { surfaceOfView, view as viewRule } from './views.ts';

/** The arguments of a message that this validator looks at; values are as they came out of JSON. */
export type MessagePayload = {
  readonly text?: unknown;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly metadata?: unknown;
  readonly markdown_text?: unknown;
};

const IN_MESSAGE: Place = { pointer: '', surface: 'message' };

/**
 * Judges a message as `chat.postMessage` does, or, with `use` set to `'update'`, as `chat.update` does with its shorter text.
 * Text over 40,000 characters is no error when posting: Slack cuts it, and so must the caller.
 */
export function validateMessage(payload: MessagePayload, use: 'post' | 'update' = 'post'): Verdict {
  const lists = blockListsOfMessage(payload);
  return firstRefusal(
    () => judgeTexts(payload, use),
    () => (isList(payload.attachments ?? []) ? OK : refused('invalid_attachments')),
    () => (attachmentsOf(payload).length > LIMITS.message.attachments ? refused('too_many_attachments') : OK),
    () => (attachmentsOf(payload).every(isObject) ? OK : refused('invalid_attachments')),
    () =>
      firstRefusal(
        ...lists.map(
          ({ blocks, at }) =>
            () =>
              judgeBlocks(blocks, at),
        ),
      ),
    () => judgeTogether(lists),
    () =>
      payload.metadata === undefined ? OK : judgeMetadata(payload.metadata, { ...IN_MESSAGE, pointer: '/metadata' }),
  );
}

/** Judges a modal or home tab as `views.open`, `views.update`, `views.push` and `views.publish` do. */
export function validateView(view: unknown): Verdict {
  const at: Place = { pointer: '/view', surface: surfaceOfView(view) ?? 'modal' };
  return firstRefusal(
    () => unless(viewRule(view, at), 'invalid_arguments'),
    () => (Buffer.byteLength(JSON.stringify(view)) > LIMITS.view.bytes ? refused('view_too_large') : OK),
  );
}

/** Judges the `chunks` of one streaming call. An empty array is `no_text`: a caller that allows none must not ask. */
export function validateChunks(chunks: unknown): Verdict {
  if (!isList(chunks))
    return refused('invalid_chunks', [problem({ ...IN_MESSAGE, pointer: '/chunks' }, 'must provide an array')]);
  const lists = blockListsOf(chunks).map(({ index, blocks }) => ({
    blocks,
    at: { ...IN_MESSAGE, pointer: `/chunks/${index}/blocks` },
  }));
  return firstRefusal(
    () => (chunks.length === 0 ? refused('no_text') : OK),
    () => (blockCountOf(chunks) > LIMITS.chunk.blocks ? refused('msg_blocks_too_many') : OK),
    () => unless(list(chunk)(chunks, { ...IN_MESSAGE, pointer: '/chunks' }), 'invalid_chunks'),
    () => (markdownLengthOf(chunks) > LIMITS.chunk.text ? refused('msg_too_long') : OK),
    () =>
      firstRefusal(
        ...lists.map(
          ({ blocks, at }) =>
            () =>
              judgeBlocks(blocks, at),
        ),
      ),
    () => judgeTogether(lists),
  );
}

function judgeTexts(
  { text, blocks, attachments, markdown_text: markdown }: MessagePayload,
  use: 'post' | 'update',
): Verdict {
  const wrong = Object.entries({ text, markdown_text: markdown })
    .filter(([, value]) => value !== undefined && typeof value !== 'string')
    .map(([name]) => problem({ ...IN_MESSAGE, pointer: `/${name}` }, 'must provide a string'));
  if (wrong.length > 0) return refused('invalid_arguments', wrong);
  if (isFilled(markdown) && (isFilled(text) || isFilled(blocks))) return refused('markdown_text_conflict');
  if (![text, blocks, attachments, markdown].some(isFilled)) return refused('no_text');
  if (typeof markdown === 'string' && countedLength(markdown) > LIMITS.message.markdown) return refused('msg_too_long');
  const textMax = use === 'update' ? LIMITS.message.updateText : Number.POSITIVE_INFINITY;
  return typeof text === 'string' && countedLength(text, 'mrkdwn') > textMax ? refused('msg_too_long') : OK;
}

/** Nothing to show is the same as nothing sent; what is no string and no array is for the later rules to refuse. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return isList(value) ? value.length > 0 : value !== undefined;
}

function attachmentsOf(payload: MessagePayload): readonly unknown[] {
  return isList(payload.attachments) ? payload.attachments : [];
}

function blockListsOfMessage(payload: MessagePayload): readonly { readonly blocks: unknown; readonly at: Place }[] {
  const own =
    payload.blocks === undefined ? [] : [{ blocks: payload.blocks, at: { ...IN_MESSAGE, pointer: '/blocks' } }];
  const attached = attachmentsOf(payload).flatMap((attachment, index) =>
    isObject(attachment) && attachment['blocks'] !== undefined
      ? [{ blocks: attachment['blocks'], at: { ...IN_MESSAGE, pointer: `/attachments/${index}/blocks` } }]
      : [],
  );
  return [...own, ...attached];
}
