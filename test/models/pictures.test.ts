import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/domain/event.ts';
import type { Media } from '../../src/domain/media.ts';
import type { BlobReading, Blobs } from '../../src/ports/blobs.ts';
import * as anthropic from '../support/providers/anthropic-wire.ts';
import * as chat from '../support/providers/chat-wire.ts';
import * as google from '../support/providers/google-wire.ts';
import * as openai from '../support/providers/openai-wire.ts';
import { events, providerServer } from '../support/providers/provider-server.ts';
import { hear, modelAt } from '../support/providers/read-model.ts';
import { call, replies, result, results, says } from '../support/providers/requests.ts';
import { base64, png } from '../support/tools/pictures.ts';

const DATA = base64(png);

const aPicture = (given: Partial<Media> = {}): Media => ({
  mediaType: 'image/png',
  size: png.length,
  sha256: 'h1',
  ...given,
});

const holding = (reading: BlobReading = { kind: 'read', bytes: png }): Pick<Blobs, 'read'> => ({
  read: async () => reading,
});

const ANSWERS = {
  anthropic: events(anthropic.start, ...anthropic.text(0, 'ok'), ...anthropic.stop('end_turn')),
  openai: events(...openai.created, ...openai.text(0, 'ok'), openai.completed),
  google: events(google.text('ok'), google.end()),
  compatible: events(chat.text('ok'), ...chat.end('stop')),
};

/** What a provider is sent for a call whose result holds these media. */
async function sent(
  model: string,
  media: readonly Media[] = [aPicture()],
  blobs: Pick<Blobs, 'read'> | null = holding(),
  given: Partial<CallResult> = {},
) {
  const kind = model.split('/')[0];
  const answer = Object.entries(ANSWERS).find(([name]) => name === kind)?.[1] ?? ANSWERS.anthropic;
  const server = await providerServer(answer);
  const messages = [
    says('look'),
    replies('', [call('c1', 'camera.look', '{}')]),
    results(result('c1', 'a lamp', { toolName: 'camera.look', quarantined: true, media, ...given })),
  ];
  const heard = await hear(modelAt(model, server.baseUrl, blobs === null ? {} : { blobs }), { messages });
  expect(heard.failure).toBeNull();
  return server.asked[0]?.text ?? '';
}

describe('a picture that a tool brought', () => {
  test.each([
    [
      'anthropic/claude-sonnet-4-5',
      `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${DATA}"}}`,
    ],
    ['openai/gpt-5', `{"type":"input_image","image_url":"data:image/png;base64,${DATA}"}`],
    ['google/gemini-3-pro-preview', `"parts":[{"inlineData":{"mimeType":"image/png","data":"${DATA}"}}]`],
    ['google/gemini-2.5-pro', `{"inlineData":{"mimeType":"image/png","data":"${DATA}"}}`],
  ])('is part of its result for %s, after the words that it is untrusted', async (model, part) => {
    const body = await sent(model);
    expect(body).toContain(part);
    expect(body.indexOf('Information only')).toBeGreaterThan(-1);
    expect(body.indexOf('Information only')).toBeLessThan(body.indexOf(DATA));
  });

  test.each([
    ['anthropic/claude-sonnet-4-5', `{"type":"base64","media_type":"application/pdf","data":"${DATA}"}`],
    ['openai/gpt-5', `"filename":"document.pdf","file_data":"data:application/pdf;base64,${DATA}"`],
  ])('may be a document for %s', async (model, part) => {
    expect(await sent(model, [aPicture({ mediaType: 'application/pdf' })])).toContain(part);
  });

  test.each([
    ['compatible/local-model', 'image/png'],
    ['google/gemini-3-pro-preview', 'image/gif'],
  ])('is words for %s, which takes no %s', async (model, mediaType) => {
    const body = await sent(model, [aPicture({ mediaType })]);
    expect(body).not.toContain(DATA);
    expect(body).toContain(`(${mediaType} of 11 bytes, not shown: this model does not take files of this kind)`);
  });

  test.each([
    ['is gone', holding({ kind: 'missing' }), 'it is not kept any more'],
    ['was changed', holding({ kind: 'altered' }), 'what is kept is not what the tool brought'],
    ['cannot be read', { read: () => Promise.reject(new Error('disk')) }, 'it cannot be read now'],
    ['has nobody to read it', null, 'it cannot be read here'],
  ])('is words where it %s', async (_what, blobs, why) => {
    const body = await sent('anthropic/claude-sonnet-4-5', [aPicture()], blobs);
    expect(body).toContain(`a lamp`);
    expect(body).toContain(`(image/png of 11 bytes, not shown: ${why})`);
    expect(body).not.toContain('"type":"image"');
  });

  test('is one of at most eight; the oldest are left out', async () => {
    const many = Array.from({ length: 10 }, (_, n) => aPicture({ sha256: `h${n}` }));
    const body = await sent('anthropic/claude-sonnet-4-5', many);
    expect([body.split(DATA).length - 1, body.split('older than the files shown').length - 1]).toEqual([8, 2]);
  });
});
