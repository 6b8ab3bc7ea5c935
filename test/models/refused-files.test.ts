import { describe, expect, test } from 'vitest';
import type { Blobs } from '../../src/ports/blobs.ts';
import { failed, start, stop, text } from '../support/providers/anthropic-wire.ts';
import { type Answer, cutAfter, events, providerServer, refusal } from '../support/providers/provider-server.ts';
import { hear, modelAt, textIn } from '../support/providers/read-model.ts';
import { call, replies, result, results, says } from '../support/providers/requests.ts';
import { base64, png } from '../support/tools/pictures.ts';

const blobs: Pick<Blobs, 'read'> = { read: async () => ({ kind: 'read', bytes: png }) };
const media = [{ mediaType: 'image/png', size: png.length, sha256: 'h1' }];
const messages = [says('look'), replies('', [call('c1')]), results(result('c1', 'a lamp', { media }))];

const ok = events(start, ...text(0, 'ok'), ...stop('end_turn'));
const refused = refusal(400, failed('invalid_request_error', 'Could not process image'));
/** A provider that cannot read the picture. */
const picky: Answer = (response, asked) => (asked.text.includes(base64(png)) ? refused : ok)(response, asked);

describe('a picture that a provider refuses', () => {
  test('costs a request and not the conversation: the model is asked without it', async () => {
    const server = await providerServer(picky);
    const heard = await hear(modelAt('anthropic/claude-sonnet-4-5', server.baseUrl, { blobs }), { messages });
    expect([textIn(heard), heard.failure, server.asked.length]).toEqual(['ok', null, 2]);
    expect(server.asked[1]?.text).toContain('not shown: the provider refused a request that showed it');
  });

  test('is not sent again', async () => {
    const server = await providerServer(picky);
    const model = modelAt('anthropic/claude-sonnet-4-5', server.baseUrl, { blobs });
    await hear(model, { messages });
    await hear(model, { messages });
    expect(server.asked).toHaveLength(3);
  });

  test('is not blamed where the request is refused without it as well', async () => {
    const other = refusal(400, failed('invalid_request_error', 'bad tools'));
    const server = await providerServer(refused, other, ok);
    const model = modelAt('anthropic/claude-sonnet-4-5', server.baseUrl, { blobs });
    const heard = await hear(model, { messages });
    expect([heard.failure?.kind, heard.failure?.message]).toEqual(['rejected', expect.stringContaining('image')]);
    await hear(model, { messages });
    expect(server.asked[2]?.text).toContain(base64(png));
  });

  test.each([
    ['is not suspected where the key is refused', refusal(401, failed('authentication_error'))],
    ['is not suspected once an answer has begun', cutAfter(start, ...text(0, 'Hel'))],
  ])('%s', async (_, answer) => {
    const server = await providerServer(answer);
    await hear(modelAt('anthropic/claude-sonnet-4-5', server.baseUrl, { blobs }), { messages });
    expect(server.asked).toHaveLength(1);
  });

  test('is the only reason to ask twice: a request without files is refused once', async () => {
    const server = await providerServer(refused);
    await hear(modelAt('anthropic/claude-sonnet-4-5', server.baseUrl, { blobs }), { messages: [says('hi')] });
    expect(server.asked).toHaveLength(1);
  });
});
