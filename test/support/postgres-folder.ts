import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a throw-away server is started with; it listens in its own folder only. */
export interface PostgresFolder {
  readonly path: string;
  readonly url: string;
  /** Arguments of `postgres`. */
  readonly args: readonly string[];
  readonly user: ServerUser;
}

interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Tests keep little for a short time, and most of what they cost the server is that they connect. */
const SMALL = ['shared_buffers=16MB', 'autovacuum=off'];

/** A new folder with an empty database in it, made by the programs in `bin`. */
export function makePostgresFolder(bin: string): PostgresFolder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
  const data = join(path, 'data');
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const made = spawnSync(join(bin, 'initdb'), options, { ...user, cwd: path, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ['listen_addresses=', `unix_socket_directories=${path}`, 'max_connections=200', ...SMALL];
  return {
    path,
    url: `postgresql:///postgres?host=${encodeURIComponent(path)}&user=postgres`,
    args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    user,
  };
}

/** The server refuses to run as root, so root lends it to `postgres`. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
