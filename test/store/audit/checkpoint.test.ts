import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import { auditCheckpoints, parseCheckpoint } from '../../../src/store/audit/checkpoint.ts';
import { makeCheckpointFile, readCheckpointFile } from '../../../src/store/audit/checkpoint-file.ts';
import { makeFindings } from '../../../src/store/audit/finding.ts';
import { message } from '../../support/store-events.ts';
import { makeKeys } from '../../support/store-keys.ts';
import { openForTest, temporaryDirectory } from '../../support/store-sqlite.ts';

const { signer, verifier } = makeKeys();
const HOUR_MS = 3_600_000;

/** A file of `count` checkpoints, one after each of as many conversations was written to, an hour apart. */
async function checkpointFile(count: number) {
  const path = `${temporaryDirectory()}/checkpoints.jsonl`;
  let time = 1_700_000_000_000;
  const now = () => time;
  const store = await openForTest(':memory:', now);
  const parts = { chain: store.chain, signer, now, flush: () => store.check() };
  const write = await makeCheckpointFile(path, parts);
  const say = (conversation: string) => store.log.append(conversationId(conversation), [message('a')], { after: 0 });
  for (let i = 1; i <= count; i += 1) {
    await say(`c${i}`);
    await write();
    time += HOUR_MS;
  }
  return { path, parts, write, say };
}

const problems = (lines: readonly string[]) => {
  const findings = makeFindings();
  auditCheckpoints(lines, verifier, findings);
  return findings.list;
};

describe('checkpoints', () => {
  it('hold the conversations written to since the one before', async () => {
    const { path } = await checkpointFile(3);
    const lines = await readCheckpointFile(path);
    expect(lines.map((line) => parseCheckpoint(line)?.heads.map(({ conversation }) => conversation))).toEqual([
      ['c1'],
      ['c2'],
      ['c3'],
    ]);
    expect(problems(lines)).toEqual([]);
  });

  it('are not written while nothing is new', async () => {
    const { path, write } = await checkpointFile(1);
    expect(await write()).toBe('nothing-new');
    expect(await readCheckpointFile(path)).toHaveLength(1);
  });

  it('follow the last one of the file after a restart', async () => {
    const { path, parts, say } = await checkpointFile(2);
    await say('c9');
    expect(await (await makeCheckpointFile(path, parts))()).toBe('written');
    const lines = await readCheckpointFile(path);
    expect(lines).toHaveLength(3);
    expect(problems(lines)).toEqual([]);
  });

  it('replace a line that was cut off by a crash', async () => {
    const { path, parts, say } = await checkpointFile(2);
    appendFileSync(path, '{"version":1,"at":17000');
    await say('c9');
    await (await makeCheckpointFile(path, parts))();
    const lines = await readCheckpointFile(path);
    expect(lines).toHaveLength(3);
    expect(problems(lines)).toEqual([]);
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true);
  });

  it('are not written as long as what they would hold cannot be made durable', async () => {
    const { path, parts, say } = await checkpointFile(1);
    const write = await makeCheckpointFile(path, { ...parts, flush: () => Promise.reject(new Error('no disk')) });
    await say('c9');
    await expect(write()).rejects.toThrow('no disk');
    expect(await readCheckpointFile(path)).toHaveLength(1);
  });

  it('are readable for their owner only', async () => {
    const { path } = await checkpointFile(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are found out when one in between was removed', async () => {
    const [first = '', , third = ''] = await readCheckpointFile((await checkpointFile(3)).path);
    expect(problems([first, third])).toEqual([{ kind: 'bad-checkpoint', line: 2, because: 'does-not-follow' }]);
  });

  it('are found out when one was changed', async () => {
    const [first = ''] = await readCheckpointFile((await checkpointFile(1)).path);
    expect(problems([first.replace('"seq":1', '"seq":2')])).toEqual([
      { kind: 'bad-checkpoint', line: 1, because: 'bad-signature' },
    ]);
  });

  it('are found out when they were signed with another key', async () => {
    const [first = ''] = await readCheckpointFile((await checkpointFile(1)).path);
    expect(problems([first.replace('"kid":"k1"', '"kid":"k2"')])).toEqual([
      { kind: 'bad-checkpoint', line: 1, because: 'unknown-key' },
    ]);
  });

  it('are found out when they cannot be read', () => {
    expect(problems(['not a checkpoint'])).toEqual([{ kind: 'bad-checkpoint', line: 1, because: 'unreadable' }]);
  });

  it('say nothing about a chain when they are not to be trusted', async () => {
    const [first = ''] = await readCheckpointFile((await checkpointFile(1)).path);
    const findings = makeFindings();
    expect(auditCheckpoints([first.replace('"seq":1', '"seq":2')], verifier, findings)).toEqual([]);
  });
});
