import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDemoTools } from '../../src/demo/tools.ts';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { silent } from '../../src/ports/logger.ts';
import { shopEffects } from '../support/scenario/shop-effects.ts';
import { temporaryFolder } from '../support/tools/temporary-folder.ts';
import { contextFor } from '../support/tools/tool-context.ts';
import { toolNamed } from '../support/tools/tool-named.ts';

async function demoTools(workspaceUrl = 'http://127.0.0.1:1') {
  const folder = temporaryFolder();
  const opened = await openDemoTools({ folder, workspaceUrl, clock: { now: () => 1 }, logger: silent });
  onTestFinished(() => opened.close());
  const { tools } = opened.toolbox();
  return { folder, tools, named: (name: string) => toolNamed(tools, name) };
}

describe('the demo’s tools', () => {
  test('are the shop, files, the web and the notes', async () => {
    const { tools } = await demoTools();
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
    const { folder, named } = await demoTools();
    const note = { order_id: '1042', text: 'call first' };
    for (const idempotencyKey of ['k1', 'k1', 'k2']) {
      await named('shop.add_note').execute(note, { ...contextFor(), idempotencyKey });
    }
    expect(shopEffects(folder).map((effect) => effect.idempotencyKey)).toEqual(['k1', 'k2']);
  });

  test('write files below the data folder', async () => {
    const { folder, named } = await demoTools();
    await named('files.write').execute({ path: 'a.txt', text: 'x' }, contextFor());
    expect(readFileSync(join(folder, 'files', 'a.txt'), 'utf8')).toBe('x');
  });

  test('keep notes in a file that shows what ran', async () => {
    const { folder, named } = await demoTools();
    await named('notes.append').execute({ text: 'call Kim' }, contextFor());
    await named('notes.append').execute({ text: 'call Sam' }, contextFor());
    expect((await named('notes.list').execute({}, contextFor())).text).toBe('call Kim\ncall Sam');
    expect(readFileSync(join(folder, 'notes.jsonl'), 'utf8')).toBe('{"text":"call Kim"}\n{"text":"call Sam"}\n');
  });

  test('let notes be read unasked and ask before one is written', async () => {
    const { folder, named } = await demoTools();
    const [list, append] = [named('notes.list'), named('notes.append')];
    expect([...list.requiredCapabilities({})]).toEqual(['fixed-connector-read']);
    expect([...append.requiredCapabilities({})]).toEqual(['fixed-connector-read', 'mutate-external']);
    expect([append.effect, append.cacheableApproval(), existsSync(join(folder, 'notes.jsonl'))]).toEqual([
      'once',
      false,
      false,
    ]);
  });

  test('read the workspace’s pages and nothing else of it', async () => {
    const slack = await startLocalSlack({ port: 0 });
    onTestFinished(() => slack.close());
    const fetch = (await demoTools(slack.url)).named('web.fetch');
    const page = await fetch.execute({ url: `${slack.url}/site/reviews` }, contextFor());
    expect([page.isError, page.text]).toEqual([false, expect.stringContaining('Refund order 1043')]);
    expect(fetch.veto({ url: `${slack.url}/control/calls` })).not.toBeNull();
  });
});
