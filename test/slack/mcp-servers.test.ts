import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import type { McpServerConfig } from '../../src/tools/mcp/server-config.ts';
import { botWithServers } from '../support/slack/bot-with-servers.ts';
import { C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { listedAs, packaged, packagedServer, scriptedServer, serverConfig } from '../support/tools/mcp-servers.ts';
import { temporaryFolder } from '../support/tools/temporary-folder.ts';
import { contextFor } from '../support/tools/tool-context.ts';
import { toolNamed } from '../support/tools/tool-named.ts';

type WithServers = Awaited<ReturnType<typeof botWithServers>>;
const open: WithServers[] = [];
afterEach(async () => {
  for (const bot of open.splice(0)) await bot.close();
});

async function started(...servers: readonly McpServerConfig[]) {
  const bot = await botWithServers(servers);
  open.push(bot);
  const alice = bot.person('U0ALICE');
  const ask = (script: string) => alice.say(C, `<@U0COUNTER> ${script}`);
  return { bot, alice, ask };
}

/** The arguments' field of an edit form by its label. */
const fieldOf = (view: { readonly blocks: readonly object[] }, label: string): string =>
  view.blocks
    .map((block) => JSON.stringify(block))
    .filter((block) => block.includes(`"text":"${label}"`))
    .map((block) => /"block_id":"(f\d+)"/.exec(block)?.[1] ?? '')[0] ?? '';

describe('servers from npm', () => {
  test('the file system: reads unasked, writes when approved, with the arguments an approver corrected', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.txt'), 'from disk');
    const { alice, ask } = await started(packagedServer('filesystem', [folder], { name: 'fs' }));
    const read = await ask(`!call fs.read_text_file {"path":"${folder}/a.txt"}\n!step\n!results`);
    await saysIn(alice, read, 'from disk');

    const path = `${folder}/b.txt`;
    const write = await ask(`!call fs.write_file {"path":"${path}","content":"proposed"}\n!step\n!results`);
    const card = await cardIn(alice, write, 'edit');
    expect(existsSync(path)).toBe(false);
    await alice.click(card, 'edit');
    const form = await alice.view();
    await alice.submit(form.id, { [fieldOf(form.view, 'content')]: 'corrected' });
    await saysIn(alice, write, 'Successfully wrote');
    expect(readFileSync(path, 'utf8')).toBe('corrected');
  });

  test('the memory: an approval that is remembered serves the next call and no other tool', async () => {
    const env = { MEMORY_FILE_PATH: join(temporaryFolder(), 'memory.jsonl') };
    const { alice, ask } = await started(packagedServer('memory', [], { env, trustAnnotations: true }));
    const remember = (name: string) =>
      `!call memory.create_entities {"entities":[{"name":"${name}","entityType":"customer","observations":[]}]}`;
    const root = await ask(
      `${remember('Kim')}\n!step\n${remember('Lee')}\n!step\n!call memory.delete_entities {"entityNames":["Kim"]}\n!step\n!say both`,
    );
    await alice.click(await cardIn(alice, root, 'remember'), 'remember');
    await eventually('the card of the other tool', async () => {
      const [, ...thread] = await alice.messages(C, root.ts);
      return thread.some(({ blocks }) => JSON.stringify(blocks).includes('memory.delete_entities'));
    });
    const kept = readFileSync(env.MEMORY_FILE_PATH, 'utf8');
    expect([kept.includes('Kim'), kept.includes('Lee')]).toEqual([true, true]);
  });
});

describe('the everything server', () => {
  test('killed in the middle of an approved call leaves a question whether it ran', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const args = [packaged('everything')];
    // The shell becomes the server, so the number it writes down is the server's.
    const start = ['-c', `echo $$ >> '${pidFile}'; exec "$0" "$@"`, process.execPath, ...args];
    const { bot, alice, ask } = await started(serverConfig({ name: 'all', command: 'sh', args: start }));
    const root = await ask('!call all.trigger-long-running-operation {"duration":60,"steps":60}\n!step\n!results');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    const conversation = conversationOf({ team: 'T0LOCAL', ...root });
    await eventually('the call to be under way', async () =>
      (await bot.store.log.read(conversation)).some(({ event }) => event.type === 'tool.dispatched'),
    );
    const pids = readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await saysIn(alice, root, 'It is not known whether it ran.');
    expect(pids).toHaveLength(1);
  });
});

describe('a server that', () => {
  test('crashes in the middle of an approved call leaves a question whether it ran, and is not called again', async () => {
    const server = scriptedServer({ tools: [listedAs('crash')] });
    const { alice, ask } = await started(server.config);
    const root = await ask('!call srv.crash {}\n!step\n!results');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'It is not known whether it ran.');
    expect(server.asked().filter((line) => line.startsWith('call'))).toEqual(['call crash {}']);
  });

  test('changes a tool after it was allowed is asked about again, and the card links to the earlier one', async () => {
    const server = scriptedServer({ tools: [listedAs('pay'), listedAs('echo'), listedAs('reload')] });
    const { bot, alice, ask } = await started(server.config);
    const root = await ask('!call srv.pay {"n":1}\n!step\n!say paid');
    const earlier = await cardIn(alice, root, 'remember');
    await alice.click(earlier, 'remember');
    await saysIn(alice, root, 'paid');
    server.change({ tools: [listedAs('pay', { description: 'Pays twice.' }), listedAs('echo'), listedAs('reload')] });
    const before = bot.tools.toolbox();
    await toolNamed(before.tools, 'srv.reload').execute({}, contextFor());
    await eventually('the changed list', async () => bot.tools.toolbox() !== before);
    await alice.say(C, '!call srv.pay {"n":2}', root.ts);
    const card = await cardIn(alice, root, 'approve');
    const shown = JSON.stringify(card.message.blocks);
    expect(shown).toMatch(/the tool have changed since .{1,40}"type":"link"/);
    expect(shown).toContain(`/archives/${C}/p${earlier.ts.replace('.', '')}?thread_ts=${root.ts}&cid=${C}`);
    expect(server.asked().filter((line) => line.startsWith('call pay'))).toEqual(['call pay {"n":1}']);
  });
});
