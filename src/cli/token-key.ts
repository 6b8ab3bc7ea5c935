import { randomBytes } from 'node:crypto';
import { SEALING_KEY_BYTES } from '../slack/install/token-seal.ts';
import { readArgs } from './usage.ts';

/** Prints a fresh key that seals the tokens of installations, as an environment line. */
export function tokenKey(args: readonly string[], print: (line: string) => void): void {
  readArgs(args, {}, 0);
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const kid = `t${day}-${randomBytes(4).toString('hex')}`;
  print(`COUNTERSIGN_TOKEN_KEYS=${kid}:${randomBytes(SEALING_KEY_BYTES).toString('base64url')}`);
  print('# Keep a copy in a safe place: without it every workspace has to install again.');
  print('# To replace a key, restart every process after each step: the new one after the old one, before it, alone.');
}
