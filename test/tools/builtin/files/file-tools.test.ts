import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileTools } from '../../../../src/tools/builtin/files/file-tools.ts';
import { MAX_LISTED } from '../../../../src/tools/builtin/files/list-folder.ts';
import { MAX_READ_BYTES } from '../../../../src/tools/builtin/files/read-text.ts';
import { temporaryFolder } from '../../../support/tools/temporary-folder.ts';
import { approvedToLeave, contextFor } from '../../../support/tools/tool-context.ts';
import { toolNamed } from '../../../support/tools/tool-named.ts';

/** A folder `files` with a little in it, and a secret beside it. */
function world() {
  const outer = temporaryFolder();
  const root = join(outer, 'files');
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(join(root, 'notes.txt'), 'buy lamps');
  writeFileSync(join(root, 'reports', 'may.txt'), 'May was fine');
  writeFileSync(join(outer, 'secret.txt'), 'the secret');
  const tools = fileTools({ root });
  return {
    outer,
    root,
    list: toolNamed(tools, 'files.list'),
    read: toolNamed(tools, 'files.read'),
    write: toolNamed(tools, 'files.write'),
  };
}

describe('files in the folder', () => {
  test('a listing names folders, files with their size, and is sorted', async () => {
    const { list } = world();
    const { text, isError } = await list.execute({ path: '.' }, contextFor());
    expect({ text, isError }).toEqual({ text: 'notes.txt (9 bytes)\nreports/', isError: false });
  });

  test('an empty folder is said to be empty', async () => {
    const { list, root } = world();
    mkdirSync(join(root, 'new'));
    expect((await list.execute({ path: 'new' }, contextFor())).text).toBe('(empty)');
  });

  test('a listing is bounded and says so', async () => {
    const { list, root } = world();
    mkdirSync(join(root, 'many'));
    for (let n = 0; n <= MAX_LISTED; n += 1) writeFileSync(join(root, 'many', `${n}`), '');
    const lines = (await list.execute({ path: 'many' }, contextFor())).text.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([MAX_LISTED + 1, `(only ${MAX_LISTED} are shown)`]);
  });

  test('a name with a line break stays on one line', async () => {
    const { list, root } = world();
    mkdirSync(join(root, 'odd'));
    writeFileSync(join(root, 'odd', 'a\nb'), '');
    expect((await list.execute({ path: 'odd' }, contextFor())).text).toBe('"a\\nb" (0 bytes)');
  });

  test('a file is read as it is', async () => {
    const { read } = world();
    expect(await read.execute({ path: 'reports/may.txt' }, contextFor())).toEqual({
      text: 'May was fine',
      isError: false,
    });
  });

  test.each(['./notes.txt', 'reports/../notes.txt', 'reports//..//notes.txt'])('%s is the same file', async (path) => {
    const { read } = world();
    expect((await read.execute({ path }, contextFor())).text).toBe('buy lamps');
  });

  test('a long file is cut without breaking a character, and says so', async () => {
    const { read, root } = world();
    writeFileSync(join(root, 'long.txt'), `x${'é'.repeat(MAX_READ_BYTES)}`);
    const { text } = await read.execute({ path: 'long.txt' }, contextFor());
    expect(text).toBe(`x${'é'.repeat(MAX_READ_BYTES / 2 - 1)}\n(only the first ${MAX_READ_BYTES} bytes are shown)`);
  });

  test.each([
    ['NUL bytes', Buffer.from([0x50, 0x4b, 0, 1])],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
  ])('a file with %s is no text', async (_what, bytes) => {
    const { read, root } = world();
    writeFileSync(join(root, 'binary'), bytes);
    const { text, isError } = await read.execute({ path: 'binary' }, contextFor());
    expect([text, isError]).toEqual([`That is not a text file (${bytes.length} bytes).`, true]);
  });

  test('a write makes the file and the folders on its way', async () => {
    const { write, root } = world();
    const { text } = await write.execute({ path: 'a/b/c.txt', text: 'déjà' }, contextFor());
    expect([text, readFileSync(join(root, 'a/b/c.txt'), 'utf8')]).toEqual(['Wrote 6 bytes to a/b/c.txt.', 'déjà']);
  });

  test('a write replaces the file, keeps its mode and leaves nothing beside it', async () => {
    const { write, root } = world();
    chmodSync(join(root, 'notes.txt'), 0o600);
    await write.execute({ path: 'notes.txt', text: 'new' }, contextFor());
    expect([readFileSync(join(root, 'notes.txt'), 'utf8'), statSync(join(root, 'notes.txt')).mode & 0o777]).toEqual([
      'new',
      0o600,
    ]);
    expect(readdirSync(root).sort()).toEqual(['notes.txt', 'reports']);
  });

  test('a write that was stopped changes nothing', async () => {
    const { write, root } = world();
    await expect(
      write.execute({ path: 'notes.txt', text: 'new' }, contextFor({ signal: AbortSignal.abort() })),
    ).rejects.toThrow('aborted');
    expect([readFileSync(join(root, 'notes.txt'), 'utf8'), readdirSync(root).length]).toEqual(['buy lamps', 2]);
  });

  test.each([
    ['files.read', { path: 'nothing.txt' }, 'There is no such file or folder.'],
    ['files.read', { path: 'reports' }, 'That is a folder, not a file.'],
    ['files.read', { path: 'notes.txt/x' }, 'A part of the path is not a folder.'],
    ['files.list', { path: 'notes.txt' }, 'That is a file, not a folder.'],
    ['files.list', { path: 'nothing' }, 'There is no such file or folder.'],
    ['files.write', { path: 'reports', text: '' }, 'That is a folder, not a file.'],
    ['files.write', { path: '.', text: '' }, 'That is a folder, not a file.'],
    ['files.write', { path: 'notes.txt/x', text: '' }, 'A part of the path is not a folder.'],
  ])('%s %j is answered plainly', async (name, args, answer) => {
    const { list, read, write } = world();
    const { text, isError } = await toolNamed([list, read, write], name).execute(args, contextFor());
    expect([text, isError]).toEqual([answer, true]);
  });

  test('a pipe without a writer does not hold the call', async () => {
    const { read, root } = world();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect((await read.execute({ path: 'pipe' }, contextFor())).text).toBe('That is not a regular file.');
  });
});

describe('leaving the folder', () => {
  const ways = ['..', '../secret.txt', 'reports/../../secret.txt', '/etc/passwd', '/', '../files-of-others/x'];

  test.each(ways)('%s is what the sandbox denies', (path) => {
    expect(world().read.sandboxWouldDeny({ path })).toMatch(/is outside of the files folder/);
  });

  test.each(ways)('%s is refused unless a person let it leave', async (path) => {
    const { list, read } = world();
    for (const tool of [list, read]) {
      const { text, isError } = await tool.execute({ path }, contextFor());
      expect([isError, text]).toEqual([true, expect.stringMatching(/is outside of the files folder/)]);
    }
  });

  test('a refused write leaves no trace outside', async () => {
    const { write, outer } = world();
    await write.execute({ path: '../new.txt', text: 'x' }, contextFor());
    expect(existsSync(join(outer, 'new.txt'))).toBe(false);
  });

  test.each(['..notes', '...', 'reports/..may', 'a\\..\\..\\b'])('the odd name %s stays inside', (path) => {
    expect(world().read.sandboxWouldDeny({ path })).toBeNull();
  });

  test('another case of the folder is another folder', () => {
    const { read, outer } = world();
    expect(read.sandboxWouldDeny({ path: join(outer, 'FILES', 'notes.txt') })).not.toBeNull();
  });

  test('the folder by its absolute path is inside', async () => {
    const { read, root } = world();
    expect((await read.execute({ path: join(root, 'notes.txt') }, contextFor())).text).toBe('buy lamps');
  });

  test('what a person let leave is read at that very path', async () => {
    const { read } = world();
    expect((await read.execute({ path: '../secret.txt' }, approvedToLeave)).text).toBe('the secret');
  });

  test('what a person let leave is written at that very path', async () => {
    const { write, outer } = world();
    await write.execute({ path: '../new.txt', text: 'agreed' }, approvedToLeave);
    expect(readFileSync(join(outer, 'new.txt'), 'utf8')).toBe('agreed');
  });

  test('folders are not made outside, whoever let it leave', async () => {
    const { write, outer } = world();
    const { text } = await write.execute({ path: '../fresh/new.txt', text: 'x' }, approvedToLeave);
    expect([text, existsSync(join(outer, 'fresh'))]).toEqual(['There is no such file or folder.', false]);
  });
});

describe('symbolic links', () => {
  function withLinks() {
    const it = world();
    symlinkSync(join(it.outer, 'secret.txt'), join(it.root, 'to-secret'));
    symlinkSync(it.outer, join(it.root, 'to-outer'));
    symlinkSync(join(it.outer, 'not-there'), join(it.root, 'dangling'));
    symlinkSync(join(it.root, 'notes.txt'), join(it.root, 'to-notes'));
    symlinkSync('loop', join(it.root, 'loop'));
    return it;
  }

  test.each(['to-secret', 'to-outer/secret.txt', 'dangling', 'to-notes', 'loop', 'to-outer/files/notes.txt'])(
    '%s is not read',
    async (path) => {
      const { read } = withLinks();
      for (const context of [contextFor(), approvedToLeave]) {
        const { text, isError } = await read.execute({ path }, context);
        expect([isError, text]).toEqual([true, expect.not.stringContaining('the secret')]);
      }
    },
  );

  test.each(['to-secret', 'to-outer/secret.txt', 'to-outer/new.txt', 'dangling', 'to-outer/fresh/new.txt', 'loop'])(
    '%s is not written through',
    async (path) => {
      const { write, outer } = withLinks();
      const before = readdirSync(outer).sort();
      const { isError } = await write.execute({ path, text: 'owned' }, contextFor());
      expect(isError).toBe(true);
      expect(readdirSync(outer).sort()).toEqual(before);
      expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('the secret');
    },
  );

  test.each(['to-secret', 'dangling', 'loop'])('%s is not even opened', async (path) => {
    const { read, write } = withLinks();
    const answer = 'That is a symbolic link. Links are not followed.';
    expect((await read.execute({ path }, contextFor())).text).toBe(answer);
    expect((await write.execute({ path, text: '' }, contextFor())).text).toBe(answer);
  });

  test('a linked folder is not listed', async () => {
    const { list } = withLinks();
    const { text, isError } = await list.execute({ path: 'to-outer' }, contextFor());
    expect([isError, text]).toEqual([true, expect.stringContaining('Links are not followed')]);
  });

  test('a listing marks links', async () => {
    const { list } = withLinks();
    expect((await list.execute({ path: '.' }, contextFor())).text).toContain('to-secret (link, not followed)');
  });

  test('a folder that is itself reached through a link works by its real path', async () => {
    const { outer, root } = world();
    symlinkSync(root, join(outer, 'alias'));
    const read = toolNamed(fileTools({ root: join(outer, 'alias') }), 'files.read');
    expect((await read.execute({ path: 'notes.txt' }, contextFor())).text).toBe('buy lamps');
  });

  test('the answer names the real path, so that it can be asked for', async () => {
    const { read, outer } = withLinks();
    const { text } = await read.execute({ path: 'to-outer/secret.txt' }, contextFor());
    expect(text).toContain(JSON.stringify(join(outer, 'secret.txt')));
  });
});

describe('what the gate is told', () => {
  test('reading needs to read, writing to read and write', () => {
    const { read, write } = world();
    expect([...read.requiredCapabilities({ path: 'a' })]).toEqual(['local-read']);
    expect([...write.requiredCapabilities({ path: 'a', text: '' })]).toEqual(['local-read', 'local-write']);
  });

  test('a read may be repeated, a write too, and no write is remembered', () => {
    const { read, write } = world();
    expect([read.effect, write.effect, write.cacheableApproval()]).toEqual(['read', 'idempotent', false]);
  });

  test('what files hold is untrusted', () => {
    const { list, read, write } = world();
    expect([list, read, write].map((tool) => tool.ingestsUntrusted({ path: 'a', text: '' }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['an empty path', ''],
    ['a NUL', 'notes.txt\0.png'],
    ['a line break', 'notes\n.txt'],
    ['an overlong name', 'x'.repeat(256)],
    ['a name that is overlong in bytes', 'é'.repeat(128)],
    ['an overlong path', 'a/'.repeat(400)],
  ])('%s is an invalid argument', (_what, path) => {
    expect(world().read.invalid({ path })).not.toBeNull();
  });

  test('a name of exactly 255 bytes is fine', () => {
    expect(world().read.invalid({ path: 'x'.repeat(255) })).toBeNull();
  });

  test('another folder is another definition', () => {
    const { read, outer } = world();
    const other = toolNamed(fileTools({ root: join(outer, 'others') }), 'files.read');
    expect(other.definitionHash).not.toBe(read.definitionHash);
  });
});
