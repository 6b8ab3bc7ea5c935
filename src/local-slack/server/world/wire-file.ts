import type { JsonObject } from '../json.ts';
import type { StoredFile } from './files.ts';

/** The file as Slack's answers and events show it. */
export function wireFile(file: StoredFile, title: string | undefined, url: string): JsonObject {
  return {
    id: file.id,
    name: file.name,
    title: title ?? file.name,
    mimetype: file.mimeType,
    size: file.length,
    mode: 'hosted',
    url_private: `${url}/files/${file.id}`,
    permalink: `${url}/files/${file.id}`,
  };
}
