import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/cli/audit.ts';
import { backup, restoreBackup } from '../../src/cli/backup.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { decisionBytesV1 } from '../../src/domain/decision.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { ed25519Signer } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import { silent } from '../../src/ports/logger.ts';
import { makeCheckpointFile } from '../../src/store/audit/checkpoint-file.ts';
import { checkpointedStore } from '../../src/store/audit/checkpointed-store.ts';
import { runCommand } from '../support/cli.ts';
import { asked, decision, message } from '../support/store-events.ts';
import { openForTest, temporaryDirectory } from '../support/store-sqlite.ts';
import { tamper, tamperAndRechain } from '../support/store-tampering.ts';

const c1 = conversationId('c1');

/** The data folder of a bot that was stopped: a log with a signed decision, its checkpoints, and the keys. */
async function installation() {
  const folder = temporaryDirectory();
  const db = join(folder, 'countersign.db');
  const keyText = generateKey(new Date(0));
  const signer = ed25519Signer(readKeyring(keyText));
  writeFileSync(join(folder, 'public.json'), JSON.stringify({ verify: keyText.verify }));
  const database = await openForTest(db);
  const parts = { chain: database.chain, signer, now: Date.now, flush: () => database.check() };
  const checkpoint = await makeCheckpointFile(join(folder, 'checkpoints.log'), parts);
  const store = checkpointedStore(database, checkpoint, { logger: silent });
  const approved = decision('a1', 'approve');
  const signature = await signer.sign(decisionBytesV1(signer.kid, approved));
  await store.log.append(c1, [message('hello'), asked('a1')], { after: 0 });
  await store.log.append(c1, [{ type: 'approval.decided', signed: { version: 1, decision: approved, signature } }], {
    after: 2,
  });
  await store.log.append(conversationId('c2'), [message('x'), message('y'), message('z')], { after: 0 });
  await store.close();
  const inFolder = (file: string): string => join(folder, file);
  const environment = readEnvironment({ COUNTERSIGN_DATA: folder });
  const auditing = async (...args: string[]) => {
    const lines: string[] = [];
    const code = await audit(
      args,
      () => environment,
      (line) => void lines.push(line),
    );
    return { code, out: lines.join('\n') };
  };
  return {
    db,
    folder,
    inFolder,
    auditing,
    verify: () => auditing('verify', '--keys', inFolder('public.json')),
    /** A command that says what it did in lines. */
    async saying(command: typeof backup, ...args: string[]) {
      const lines: string[] = [];
      await command(args, environment, (line) => void lines.push(line));
      return lines.join('\n');
    },
  };
}

const at = (id: string, seq: number) =>
  `conversation = (SELECT key FROM conversations WHERE id = '${id}') AND seq = ${seq}`;

describe('countersign audit verify', () => {
  it('says that an untouched log holds, with public keys only', async () => {
    const { verify } = await installation();
    const { code, out } = await verify();
    expect(out).toContain('6 events in 2 conversations, 1 signatures and 1 checkpoints checked');
    expect(out).toContain('Everything holds.');
    expect(code).toBe(0);
  });

  it.each([
    [
      'edited',
      `UPDATE events SET body = replace(body, '"y"', '"Y"') WHERE ${at('c2', 2)}`,
      'c2 event 2: not the event',
    ],
    ['deleted', `DELETE FROM events WHERE ${at('c2', 2)}`, 'c2 event 2: not the event'],
    [
      'swapped',
      `UPDATE events SET seq = 9 WHERE ${at('c2', 2)}; UPDATE events SET seq = 2 WHERE ${at('c2', 3)};
       UPDATE events SET seq = 3 WHERE ${at('c2', 9)}`,
      'c2 event 2: not the event',
    ],
    ['cut off at the end', `DELETE FROM events WHERE ${at('c2', 3)}`, 'c2 event 3: it was here and is gone'],
  ])('names the first bad position of a log that was %s', async (_, sql, says) => {
    const { db, verify } = await installation();
    tamper(db, sql);
    const { code, out } = await verify();
    expect(out).toContain(says);
    expect(code).toBe(1);
  });

  it('names a decision that was changed by someone who mended the chain', async () => {
    const { db, verify } = await installation();
    tamperAndRechain(db, `UPDATE events SET body = replace(body, '"approve"', '"deny"') WHERE ${at('c1', 3)}`);
    const { code, out } = await verify();
    expect(out).toContain('c1 event 3: its signature does not hold (bad-signature)');
    expect(code).toBe(1);
  });

  it('names what is missing after the whole file was put back to an earlier state', async () => {
    const { folder, db, verify } = await installation();
    const store = await openForTest(join(folder, 'older.db'));
    await store.log.append(c1, [message('hello')], { after: 0 });
    await store.close();
    copyFileSync(join(folder, 'older.db'), db);
    const { code, out } = await verify();
    expect(out).toMatch(/c1 event [12]: (not the event|it was here)/);
    expect(out).toContain('c2 event 1: it was here and is gone');
    expect(code).toBe(1);
  });

  it('says so when there is no checkpoint to hold the ends against', async () => {
    const { auditing, inFolder } = await installation();
    writeFileSync(inFolder('none.log'), '');
    const keysAndRecord = ['--keys', inFolder('public.json'), '--checkpoints', inFolder('none.log')];
    expect((await auditing('verify', ...keysAndRecord)).out).toContain('No checkpoint was there');
  });

  it('does not take the database from a running bot', async () => {
    const { db, verify } = await installation();
    const running = await openForTest(db);
    expect((await verify()).code).toBe(0);
    expect(await running.log.append(c1, [message('b')], { after: 3 })).toMatchObject({ kind: 'appended' });
  });
});

describe('countersign audit export', () => {
  it('writes a file that verifies without the database', async () => {
    const { auditing, inFolder } = await installation();
    expect((await auditing('export', inFolder('log.jsonl'))).code).toBe(0);
    const alone = temporaryDirectory();
    const copies = ['log.jsonl', 'public.json', 'checkpoints.log'].map((file) => {
      copyFileSync(inFolder(file), join(alone, file));
      return join(alone, file);
    });
    const [file = '', keys = '', checkpoints = ''] = copies;
    const args = ['verify', '--file', file, '--keys', keys, '--checkpoints', checkpoints];
    const elsewhere = () => readEnvironment({ COUNTERSIGN_DATA: join(alone, 'nothing-here') });
    const says: string[] = [];
    expect(await audit(args, elsewhere, (line) => void says.push(line))).toBe(0);
    expect(says).toContain('Everything holds.');

    writeFileSync(file, readFileSync(file, 'utf8').replace('hello', 'howdy'));
    expect(await audit(args, elsewhere, (line) => void says.push(line))).toBe(1);
    expect(says.at(-1)).toContain('c1 event 1: not the event');
  });

  it('never overwrites a file', async () => {
    const { auditing, inFolder } = await installation();
    await expect(auditing('export', inFolder('public.json'))).rejects.toThrow('exists already');
  });
});

describe('countersign backup and restore', () => {
  it('bring a lost database back', async () => {
    const { db, inFolder, saying, verify } = await installation();
    await saying(backup, inFolder('copy.db'));
    tamper(db, 'DELETE FROM events');
    expect((await verify()).code).toBe(1);
    expect(await saying(restoreBackup, inFolder('copy.db'))).toContain('What was there before is kept as');
    expect((await verify()).code).toBe(0);
  });

  it('name what an older backup does not have, by the checkpoints written since', async () => {
    const { db, inFolder, saying, verify } = await installation();
    const store = await openForTest(inFolder('older.db'));
    await store.log.append(c1, [message('hello')], { after: 0 });
    await store.close();
    await saying(restoreBackup, inFolder('older.db'));
    expect(existsSync(db)).toBe(true);
    expect((await verify()).out).toContain('c2 event 1: it was here and is gone');
  });
});

describe('a command that makes no sense', () => {
  it.each([[['export', 'a', 'b']], [['verify', '--key', 'x']], [['verify', '--keys', 'x', 'y']], [['remove']], [[]]])(
    'audit %j is refused',
    async (args) => {
      const { auditing } = await installation();
      await expect(auditing(...args)).rejects.toMatchObject({ name: 'UsageProblem' });
    },
  );

  it('audit verify of a file that is not there is refused', async () => {
    const { auditing, inFolder } = await installation();
    const args = ['verify', '--keys', inFolder('public.json'), '--file', inFolder('nowhere')];
    await expect(auditing(...args)).rejects.toMatchObject({ name: 'UsageProblem' });
  });
});

describe('the countersign program', () => {
  const PROCESSES = 60_000;

  it(
    'ends with 0 when everything holds and with 1 when something does not',
    async () => {
      const { db, folder } = await installation();
      const verify = () =>
        runCommand(['audit', 'verify', '--keys', 'public.json'], { cwd: folder, env: { COUNTERSIGN_DATA: folder } });
      expect(await verify()).toMatchObject({ code: 0, err: '' });
      tamper(db, 'UPDATE events SET at = at + 1');
      expect(await verify()).toMatchObject({ code: 1, err: '' });
    },
    PROCESSES,
  );

  it(
    'writes an export to the standard output',
    async () => {
      const { folder } = await installation();
      const { out } = await runCommand(['audit', 'export'], { cwd: folder, env: { COUNTERSIGN_DATA: folder } });
      expect(out.trimEnd().split('\n')).toHaveLength(8);
    },
    PROCESSES,
  );

  it(
    'refuses what makes no sense in one line, with 64',
    async () => {
      const { code, out, err } = await runCommand(['backup'], { cwd: temporaryDirectory(), env: {} });
      expect([code, out, err]).toEqual([64, '', 'countersign: name the backup file\n']);
    },
    PROCESSES,
  );
});
