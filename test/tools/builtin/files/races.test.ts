import { constants, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openChecked } from '../../../../src/tools/builtin/files/open-checked.ts';
import { readText } from '../../../../src/tools/builtin/files/read-text.ts';
import { temporaryFolder } from '../../../support/tools/temporary-folder.ts';

/** Enough exchanges for a read to fall between two of them on any machine. */
const ATTEMPTS = 400;

test('a folder exchanged for a link again and again never yields what the link leads to', async () => {
  const top = temporaryFolder();
  for (const [folder, text] of [
    ['real', 'harmless'],
    ['outside', 'the secret'],
  ] as const) {
    mkdirSync(join(top, folder));
    writeFileSync(join(top, folder, 'f.txt'), text);
  }
  symlinkSync(join(top, 'outside'), join(top, 'link'));
  const seen = new Set<string>();
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const reading = readText(join(top, 'real', 'f.txt'));
    renameSync(join(top, 'real'), join(top, 'aside'));
    renameSync(join(top, 'link'), join(top, 'real'));
    if (n % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    renameSync(join(top, 'real'), join(top, 'link'));
    renameSync(join(top, 'aside'), join(top, 'real'));
    const result = await reading;
    seen.add(result.kind === 'read' ? result.text : result.reason);
  }
  expect([...seen]).not.toContain('the secret');
});

test('a file reached through a linked folder is closed unread', async () => {
  const top = temporaryFolder();
  mkdirSync(join(top, 'outside'));
  writeFileSync(join(top, 'outside', 'f.txt'), 'the secret');
  symlinkSync(join(top, 'outside'), join(top, 'link'));
  const opened = await openChecked(join(top, 'link', 'f.txt'), constants.O_RDONLY);
  expect(opened.kind).toBe('refused');
});
