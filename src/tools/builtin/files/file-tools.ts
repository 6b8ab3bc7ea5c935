import { mkdirSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import type { Tool, ToolContext, ToolOutput } from '../../../ports/tools.ts';
import { defineTool } from '../../define-tool.ts';
import type { Refused } from './file-faults.ts';
import { filePath, type PlacedPath, placePath } from './file-path.ts';
import { listFolder, MAX_LISTED } from './list-folder.ts';
import { MAX_READ_BYTES, readText } from './read-text.ts';
import { writeText } from './write-text.ts';

/** Leaves room in a call's arguments (1 MiB in all), where a character takes up to three bytes. */
const MAX_WRITE_CHARS = 250_000;

/**
 * `files.list`, `files.read` and `files.write` below one folder, which is made if it is missing. Leaving it is what
 * the sandbox denies: such a call runs only when a person approved it as one that leaves the sandbox, and then only at
 * the path that was shown. Symbolic links are never followed, approved or not.
 *
 * What files hold was written by anyone, so reading and listing count as taking in untrusted content.
 * A write is no candidate for "don't ask again": every path and text is another act.
 */
export function fileTools({ root }: { readonly root: string }): readonly Tool[] {
  mkdirSync(root, { recursive: true });
  const top = realpathSync(root);
  // The folder is part of what an approval was given for.
  const version = `1 ${top}`;
  const sandbox = ({ path }: { readonly path: string }): string | null => denial(placePath(top, path));
  const place = (path: string, { mayLeaveSandbox }: ToolContext): PlacedPath | Refused => {
    const placed = placePath(top, path);
    const reason = denial(placed);
    return reason === null || mayLeaveSandbox === true ? placed : { kind: 'refused', reason };
  };

  return [
    defineTool({
      name: 'files.list',
      title: 'List files',
      description: 'Lists the names in a folder. "." is the top of the files folder.',
      input: z.object({ path: filePath }),
      version,
      capabilities: ['local-read'],
      effect: 'read',
      ingestsUntrusted: true,
      sandbox,
      async run({ path }, context) {
        const placed = place(path, context);
        if (placed.kind === 'refused') return failed(placed.reason);
        const listing = await listFolder(placed.target);
        if (listing.kind === 'refused') return failed(listing.reason);
        if (listing.lines.length === 0) return output('(empty)');
        return output([...listing.lines, ...(listing.cut ? [`(only ${MAX_LISTED} are shown)`] : [])].join('\n'));
      },
    }),
    defineTool({
      name: 'files.read',
      title: 'Read a file',
      description: 'Reads a text file.',
      input: z.object({ path: filePath }),
      version,
      capabilities: ['local-read'],
      effect: 'read',
      ingestsUntrusted: true,
      sandbox,
      async run({ path }, context) {
        const placed = place(path, context);
        if (placed.kind === 'refused') return failed(placed.reason);
        const reading = await readText(placed.target);
        if (reading.kind === 'refused') return failed(reading.reason);
        return output(
          reading.cut ? `${reading.text}\n(only the first ${MAX_READ_BYTES} bytes are shown)` : reading.text,
        );
      },
    }),
    defineTool({
      name: 'files.write',
      title: 'Write a file',
      description: 'Writes a text file, in place of what it held before.',
      input: z.object({ path: filePath, text: z.string().max(MAX_WRITE_CHARS).describe('The whole new content') }),
      version,
      capabilities: ['local-read', 'local-write'],
      effect: 'idempotent',
      destructive: true,
      sandbox,
      async run({ path, text }, context) {
        const placed = place(path, context);
        if (placed.kind === 'refused') return failed(placed.reason);
        const newFolders = placed.kind === 'inside';
        const writing = await writeText(placed.target, text, { newFolders, signal: context.signal });
        if (writing.kind === 'refused') return failed(writing.reason);
        return output(`Wrote ${writing.bytes} bytes to ${path}.`);
      },
    }),
  ];
}

const denial = ({ kind, target }: PlacedPath): string | null =>
  kind === 'inside' ? null : `The path ${JSON.stringify(target)} is outside of the files folder.`;

const output = (text: string): ToolOutput => ({ text, isError: false });
const failed = (text: string): ToolOutput => ({ text, isError: true });
