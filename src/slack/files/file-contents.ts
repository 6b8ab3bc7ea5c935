import { z } from 'zod';
import { type AttachedFile, MAX_FILE_BYTES } from '../../domain/attached-file.ts';
import type { FileContent, FileContents } from '../../ports/file-contents.ts';
import type { FetchFunction, Workspace, Workspaces } from '../web/workspaces.ts';
import { makeFileMemory } from './file-memory.ts';

export interface FileContentsParts {
  readonly workspaces: Workspaces;
  /** The address of the Web API; files of a stand-in for Slack lie beside it. */
  readonly apiUrl: string;
  readonly fetch: FetchFunction;
}

const SLACK_FILES = 'https://files.slack.com';
const TIMEOUT_MS = 15_000;

const info = z.object({ file: z.object({ url_private: z.string() }) });

/**
 * Files of Slack messages, fetched with the bot's token and kept for a while: a conversation asks for the same ones at
 * every step. The token goes to where Slack keeps files and nowhere else.
 * @see https://docs.slack.dev/reference/objects/file-object#authentication
 */
export function makeFileContents(parts: FileContentsParts): FileContents {
  const memory = makeFileMemory();
  return {
    async read(file, signal) {
      const key = `${file.team} ${file.id}`;
      const known = memory.get(key);
      if (known !== undefined) return { kind: 'read', bytes: known };
      try {
        const content = await fetched(parts, file, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
        if (content.kind === 'read') memory.keep(key, content.bytes);
        return content;
      } catch {
        return unavailable('it could not be fetched');
      }
    },
  };
}

const unavailable = (why: string): FileContent => ({ kind: 'unavailable', why });

async function fetched(parts: FileContentsParts, file: AttachedFile, signal: AbortSignal): Promise<FileContent> {
  const workspace = await parts.workspaces.of(file.team);
  if (workspace === null) return unavailable('its workspace cannot be reached');
  const address = await addressOf(workspace, file.id);
  if (address === null) return unavailable('it is not there any more');
  if (address.origin !== SLACK_FILES && address.origin !== new URL(parts.apiUrl).origin) {
    return unavailable('it is kept outside Slack');
  }
  const response = await parts.fetch(address.href, {
    headers: { authorization: `Bearer ${workspace.botToken}` },
    redirect: 'error',
    signal,
  });
  // Without permission Slack answers with its sign-in page.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!response.ok || (isPage && file.mimeType !== 'text/html')) return unavailable('it may not be read');
  const bytes = await bodyOf(response);
  return bytes === null ? unavailable('it is too large') : { kind: 'read', bytes };
}

async function addressOf(workspace: Workspace, id: string): Promise<URL | null> {
  const outcome = await workspace.later.call('files.info', { file: id });
  const read = outcome.kind === 'ok' ? info.safeParse(outcome.body) : null;
  return read?.success === true ? URL.parse(read.data.file.url_private) : null;
}

/** Null when there is more than we take; what says so beforehand is not read at all. */
async function bodyOf(response: Awaited<ReturnType<FetchFunction>>): Promise<Uint8Array | null> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > MAX_FILE_BYTES ? null : bytes;
}
