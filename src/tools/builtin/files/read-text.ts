import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type Refused, refused } from './file-faults.ts';
import { openChecked } from './open-checked.ts';

/** Twice what a turn shows its model of one result; the rest of a file would be read for nobody. */
export const MAX_READ_BYTES = 200_000;

export type TextRead = { readonly kind: 'read'; readonly text: string; readonly cut: boolean } | Refused;

/** The text of a file, or its first MAX_READ_BYTES. Refused: what is not UTF-8 text. */
export async function readText(target: string): Promise<TextRead> {
  const opened = await openChecked(target, constants.O_RDONLY);
  if (opened.kind === 'refused') return opened;
  try {
    const bytes = await firstBytes(opened.handle);
    const cut = bytes.length > MAX_READ_BYTES;
    const text = decode(bytes.subarray(0, MAX_READ_BYTES), cut);
    if (text === null) return refused(`That is not a text file (${(await opened.handle.stat()).size} bytes).`);
    return { kind: 'read', text, cut };
  } finally {
    await opened.handle.close();
  }
}

/** Up to one byte more than is shown. The size in the directory is not trusted: files grow, and some say 0. */
async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(MAX_READ_BYTES + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function decode(bytes: Buffer, cut: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    // Streaming leaves a character out that the cut goes through, where the whole file would be refused for it.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
}
