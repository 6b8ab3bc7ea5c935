import { readFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allCapabilities } from '../../src/domain/capability.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { wireName } from '../../src/models/tools/wire-name.ts';
import { exportLog, verifyExport } from '../../src/store/audit/export.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import type { McpServerConfig } from '../../src/tools/mcp/server-config.ts';
import { botWith } from '../support/bot.ts';
import { alice, policy, treatment } from '../support/conversation.ts';
import { start, stop, text, toolUse } from '../support/providers/anthropic-wire.ts';
import { events, type ProviderServer, providerServer } from '../support/providers/provider-server.ts';
import { modelAt } from '../support/providers/read-model.ts';
import { openForTest, temporaryDatabase } from '../support/store-sqlite.ts';
import { connected, listedAs, packagedServer, scriptedServer } from '../support/tools/mcp-servers.ts';
import { base64, large } from '../support/tools/pictures.ts';

const allowAll: Policy = { ...policy, otherwise: { ...treatment, decision: 'allow' }, base: allCapabilities };

const says = (words: string) => events(start, ...text(0, words), ...stop('end_turn'));
const calls = (tool: string) => events(start, ...toolUse(0, 'toolu_1', wireName(tool), '{}'), ...stop('tool_use'));

const everything = packagedServer('everything', []);

/** One process of a bot over a database file: a real model adapter, a real store, and real MCP servers. */
async function processOver(path: string, provider: ProviderServer, servers: readonly McpServerConfig[] = []) {
  const store = await openForTest(path);
  const { tools } = (await connected(servers, { blobs: store.blobs })).toolbox();
  const model = modelAt('anthropic/claude-sonnet-4-5', provider.baseUrl, { blobs: store.blobs });
  return { ...(await botWith({ tools, policy: allowAll, model, setup: { store } })), store };
}

/** The pictures a provider was sent with its nth request. */
const picturesIn = ({ asked }: ProviderServer, nth: number): readonly string[] =>
  [...(asked[nth]?.text ?? '').matchAll(/"source":\{"type":"base64","media_type":"image\/png","data":"([^"]+)"/g)].map(
    ([, data]) => data ?? '',
  );

interface Before {
  readonly database: Uint8Array;
  /** The picture as the model was shown it. */
  readonly shown: string;
}

let before: Promise<Before> | undefined;

/** A conversation in which a tool brought a picture and the model was shown it, had once: what its process left behind. */
function aPictureBefore(): Promise<Before> {
  before ??= showOnce();
  return before;
}

async function showOnce(): Promise<Before> {
  const path = temporaryDatabase();
  const provider = await providerServer(calls('everything.get-tiny-image'), says('A logo.'));
  const bot = await processOver(path, provider, [everything]);
  await bot.say('show me');
  await bot.store.close();
  return { database: readFileSync(path), shown: picturesIn(provider, 1)[0] ?? '' };
}

/** The database of that conversation, for one test. */
async function databaseAfter(): Promise<string> {
  const path = temporaryDatabase();
  writeFileSync(path, (await aPictureBefore()).database);
  return path;
}

const nextRequest = () => providerServer(says('As I said.'));

describe('a picture that an MCP server brings', () => {
  test('is shown to the model with the result, and again by another process', async () => {
    const provider = await nextRequest();
    const bot = await processOver(await databaseAfter(), provider, [everything]);
    await bot.say('what was it?', alice, 'second');
    const { shown } = await aPictureBefore();
    expect(Buffer.from(shown, 'base64').toString('latin1')).toMatch(/^\u0089PNG/);
    expect(picturesIn(provider, 0)).toEqual([shown]);
    expect(bot.texts.at(-1)).toBe('As I said.');
  });

  test('is in the log by its hash only, and counts as a result of that tool', async () => {
    const bot = await processOver(await databaseAfter(), await nextRequest());
    const log = await bot.log();
    const completed = log.find((event) => event.type === 'tool.completed');
    expect(completed?.result).toMatchObject({
      quarantined: true,
      media: [{ mediaType: 'image/png', sha256: expect.stringMatching(/^[\w-]{43}$/) }],
    });
    expect(JSON.stringify(log)).not.toContain((await aPictureBefore()).shown.slice(0, 60));
  });

  test.each([
    ['changed', `UPDATE blobs SET bytes = X'89504E470D0A1A0A00'`, 'what is kept is not what the tool brought'],
    ['removed', 'DELETE FROM blob_uses; DELETE FROM blobs', 'it is not kept any more'],
  ])(
    'that somebody %s in the database is said not to be shown, and the log still verifies',
    async (_what, sql, why) => {
      const provider = await nextRequest();
      const path = await databaseAfter();
      const db = new Database(path);
      db.exec(sql);
      db.close();
      const bot = await processOver(path, provider);
      await bot.say('what was it?', alice, 'second');
      expect([picturesIn(provider, 0), bot.texts.at(-1)]).toEqual([[], 'As I said.']);
      expect(provider.asked[0]?.text).toContain(`not shown: ${why}`);
      expect((await verifyAll(bot.store.chain)).findings).toEqual([]);
    },
  );

  test('is not needed to check an exported log', async () => {
    const bot = await processOver(await databaseAfter(), await nextRequest());
    let exported = '';
    const out = new Writable({
      write(chunk, _encoding, done) {
        exported += String(chunk);
        done();
      },
    });
    await exportLog(bot.store.chain, out);
    const report = await verifyExport(linesOf(exported));
    expect([report.findings, report.events > 4]).toEqual([[], true]);
  });

  test('of more than five megabytes is words', async () => {
    const provider = await providerServer(calls('srv.show'), says('Too large.'));
    const picture = { type: 'image', mimeType: 'image/png', data: base64(large(5_000_001)) };
    const server = scriptedServer({ tools: [listedAs('show')], result: { content: [picture] } });
    const bot = await processOver(temporaryDatabase(), provider, [server.config]);
    onTestFinished(() => bot.store.close());
    await bot.say('show me');
    expect(picturesIn(provider, 1)).toEqual([]);
    expect(provider.asked[1]?.text).toContain('(image, image/png, 5000001 bytes, not shown: larger than 5 MB)');
  });
});

async function* linesOf(exported: string): AsyncGenerator<string> {
  yield* exported.trimEnd().split('\n');
}
