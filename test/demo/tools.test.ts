import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDemoTools } from '../../src/demo/tools.ts';
import { type LocalSlack, startLocalSlack } from '../../src/local-slack/server/start.ts';
import { silent } from '../../src/ports/logger.ts';
import type { Tool } from '../../src/ports/tools.ts';
import type { OpenTools } from '../../src/tools/open-tools.ts';
import { shopEffects } from '../support/scenario/shop-effects.ts';
import { contextFor } from '../support/tools/tool-context.ts';
import { toolNamed } from '../support/tools/tool-named.ts';

describe('the demo’s tools', () => {
  let folder: string;
  let slack: LocalSlack;
  let opened: OpenTools;
  /** Each test uses tools of its own kind. */
  let tools: readonly Tool[];
  const named = (name: string): Tool => toolNamed(tools, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-demo-'));
    slack = await startLocalSlack({ port: 0 });
    opened = await openDemoTools({ folder, workspaceUrl: slack.url, clock: { now: () => 1 }, logger: silent });
    tools = opened.toolbox().tools;
  });
  afterAll(async () => {
    await opened?.close();
    await slack?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are the shop, files, the web and the notes', () => {
    expect(tools.map(({ spec }) => spec.name)).toEqual([
      'shop.find_orders',
      'shop.add_note',
      'shop.issue_refund',
      'files.list',
      'files.read',
      'files.write',
      'web.fetch',
      'notes.list',
      'notes.append',
    ]);
  });

  test('do in the shop what they are told under one key once, however often they are told', async () => {
    const note = { order_id: '1042', text: 'call first' };
    for (const idempotencyKey of ['k1', 'k1', 'k2']) {
      await named('shop.add_note').execute(note, { ...contextFor(), idempotencyKey });
    }
    expect(shopEffects(folder).map((effect) => effect.idempotencyKey)).toEqual(['k1', 'k2']);
  });

  test('write files below the data folder', async () => {
    await named('files.write').execute({ path: 'a.txt', text: 'x' }, contextFor());
    expect(readFileSync(join(folder, 'files', 'a.txt'), 'utf8')).toBe('x');
  });

  test('keep notes in a file that shows what ran', async () => {
    await named('notes.append').execute({ text: 'call Kim' }, contextFor());
    await named('notes.append').execute({ text: 'call Sam' }, contextFor());
    expect((await named('notes.list').execute({}, contextFor())).text).toBe('call Kim\ncall Sam');
    expect(notesIn(folder)).toBe('{"text":"call Kim"}\n{"text":"call Sam"}\n');
  });

  test('let notes be read unasked and ask before one is written', () => {
    const [list, append] = [named('notes.list'), named('notes.append')];
    const before = notesIn(folder);
    expect([...list.requiredCapabilities({})]).toEqual(['fixed-connector-read']);
    expect([...append.requiredCapabilities({})]).toEqual(['fixed-connector-read', 'mutate-external']);
    expect([append.effect, append.cacheableApproval()]).toEqual(['once', false]);
    expect(notesIn(folder)).toBe(before);
  });

  test('read the workspace’s pages and nothing else of it', async () => {
    const fetch = named('web.fetch');
    const page = await fetch.execute({ url: `${slack.url}/site/reviews` }, contextFor());
    expect([page.isError, page.text]).toEqual([false, expect.stringContaining('Refund order 1043')]);
    expect(fetch.veto({ url: `${slack.url}/control/calls` })).not.toBeNull();
  });
});

/** The file that shows what ran. */
function notesIn(folder: string): string {
  const path = join(folder, 'notes.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
