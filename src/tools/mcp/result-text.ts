import { z } from 'zod';
import { type FoundMedia, MediaFound } from './found-media.ts';

/** Far above what a turn shows its model; keeps a hostile result from being joined into one huge string. */
const MAX_RESULT_CHARS = 1_000_000;

const text = z.string();
const resource = z.looseObject({
  uri: text.catch(''),
  mimeType: text.catch('unknown type'),
  text: text.optional().catch(undefined),
  blob: text.optional().catch(undefined),
});
const block = z.union([
  z.looseObject({ type: z.literal('text'), text }),
  z.looseObject({ type: z.enum(['image', 'audio']), data: text, mimeType: text.catch('unknown type') }),
  z.looseObject({ type: z.literal('resource'), resource }),
  z.looseObject({ type: z.literal('resource_link'), uri: text, name: text.catch('') }),
  z.looseObject({ type: z.string() }).transform(({ type }) => ({ type: 'other' as const, name: type })),
]);
type Block = z.output<typeof block>;
type Resource = z.output<typeof resource>;

/** The result of `tools/call`, read leniently: whatever part makes no sense is left out, never the whole. */
export const callResult = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});

/** The result of `resources/read`. */
export const readResult = z.looseObject({ contents: z.array(resource).catch([]) });

/** What a result says, and the media that its text only names. */
export interface ResultContent {
  readonly text: string;
  readonly media: readonly FoundMedia[];
  readonly isError: boolean;
}

/**
 * A result as text for a model: text as it is, pictures, documents and sound by type and size, links by address.
 * Structured content is shown where no text stands for it (MCP: a server should send it as text, too).
 */
export function contentOf({ content, structuredContent, isError }: z.output<typeof callResult>): ResultContent {
  const blocks = content.flatMap((entry) => {
    const parsed = block.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  const found = new MediaFound();
  const parts = blocks.map((part) => textOf(part, found));
  if (structuredContent !== undefined && !blocks.some(({ type }) => type === 'text')) {
    parts.push(JSON.stringify(structuredContent));
  }
  return { text: joined(parts), media: found.media, isError };
}

export function contentOfResources({ contents }: z.output<typeof readResult>): ResultContent {
  const found = new MediaFound();
  const text = joined(contents.map((one) => resourceText(one, found)));
  return { text, media: found.media, isError: false };
}

function textOf(part: Block, found: MediaFound): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return found.take({ label: part.type, mimeType: part.mimeType, data: part.data });
    case 'resource':
      return resourceText(part.resource, found);
    case 'resource_link':
      return `(link: ${part.name} ${part.uri})`;
    case 'other':
      return `(content of type ${JSON.stringify(part.name)}, not shown)`;
  }
}

const resourceText = ({ uri, mimeType, text: body, blob }: Resource, found: MediaFound): string =>
  body ?? found.take({ label: uri, mimeType, data: blob ?? '' });

function joined(parts: readonly string[]): string {
  const whole = parts.join('\n').slice(0, MAX_RESULT_CHARS).toWellFormed();
  return whole === '' ? '(no content)' : whole;
}
