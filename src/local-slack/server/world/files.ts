import type { Ids } from '../ids.ts';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes promised when the upload URL was asked for. */
  readonly length: number;
  readonly uploadKey: string;
  content: Buffer | undefined;
}

export interface Files {
  expect(name: string, length: number, mimeType?: string): StoredFile;
  find(id: string): StoredFile | undefined;
  byUploadKey(key: string): StoredFile | undefined;
}

export function makeFiles(ids: Ids): Files {
  const files = new Map<string, StoredFile>();
  return {
    expect(name, length, mimeType = 'application/octet-stream') {
      const file: StoredFile = {
        id: ids.next('F'),
        name,
        mimeType,
        length,
        uploadKey: ids.hex(24),
        content: undefined,
      };
      files.set(file.id, file);
      return file;
    },
    find: (id) => files.get(id),
    byUploadKey: (key) => [...files.values()].find((file) => file.uploadKey === key),
  };
}
