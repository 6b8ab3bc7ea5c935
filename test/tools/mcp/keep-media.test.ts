import { describe, expect, test } from 'vitest';
import type { Blobs } from '../../../src/ports/blobs.ts';
import { StoreError } from '../../../src/ports/store.ts';
import { blobHash } from '../../../src/store/blob-hash.ts';
import { connected, listedAs, packagedServer, scriptedServer } from '../../support/tools/mcp-servers.ts';
import { base64, png } from '../../support/tools/pictures.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

function keeping() {
  const kept: [conversation: string, bytes: string][] = [];
  const blobs: Pick<Blobs, 'keep'> = {
    async keep(conversation, bytes) {
      kept.push([conversation, base64(bytes)]);
      return blobHash(bytes);
    },
  };
  return { blobs, kept };
}

const picture = { type: 'image', data: base64(png), mimeType: 'image/png' };

async function show(result: object, blobs?: Pick<Blobs, 'keep'>) {
  const server = scriptedServer({ tools: [listedAs('show')], result });
  const { tools } = (await connected([server.config], blobs === undefined ? {} : { blobs })).toolbox();
  return await toolNamed(tools, 'srv.show').execute({}, contextFor());
}

describe('a picture in a result', () => {
  test('is kept for the conversation of the call; the result names it by hash', async () => {
    const { blobs, kept } = keeping();
    expect(await show({ content: [picture] }, blobs)).toEqual({
      text: '(image, image/png, 11 bytes)',
      isError: false,
      media: [{ mediaType: 'image/png', size: 11, sha256: blobHash(png) }],
    });
    expect(kept).toEqual([['C1', base64(png)]]);
  });

  test('of the reference server is kept', async () => {
    const { blobs, kept } = keeping();
    const { tools } = (await connected([packagedServer('everything', [])], { blobs })).toolbox();
    const { media } = await toolNamed(tools, 'everything.get-tiny-image').execute({}, contextFor());
    expect([media?.map(({ mediaType }) => mediaType), kept.length]).toEqual([['image/png'], 1]);
  });

  test('of a call that failed is only named', async () => {
    const { blobs, kept } = keeping();
    const output = await show({ content: [picture], isError: true }, blobs);
    expect([output.media, kept, output.text]).toEqual([
      undefined,
      [],
      '(image, image/png, 11 bytes)\n(Pictures and documents are not shown.)',
    ]);
  });

  test.each([
    ['the store fails', { keep: () => Promise.reject(new StoreError('store-full', 'full')) }],
    ['there is nowhere to keep it', undefined],
  ])('costs the call nothing where %s', async (_why, blobs) => {
    expect(await show({ content: [picture, { type: 'text', text: 'done' }] }, blobs)).toEqual({
      text: '(image, image/png, 11 bytes)\ndone\n(Pictures and documents are not shown.)',
      isError: false,
    });
  });
});
