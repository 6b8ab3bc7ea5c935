import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { KeyError, type Keyring, readKeyFile, readKeyring } from '../platform/keyring.ts';
import type { Environment } from './environment.ts';
import { type FileConfig, fileSchema } from './file-schema.ts';
import { ConfigProblem } from './problem.ts';

/** Reads and checks the configuration file. A missing file is the defaults; a malformed one names the key. */
export function readConfigFile(path: string): FileConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return parseConfig('', path);
    throw new ConfigProblem(`${path} cannot be read`);
  }
  return parseConfig(text, path);
}

export function parseConfig(text: string, path: string): FileConfig {
  let value: unknown;
  try {
    value = parse(text) ?? {};
  } catch (error) {
    const where = error instanceof Error && 'linePos' in error ? lineOf(error.linePos) : '';
    throw new ConfigProblem(`${path} is not YAML${where}`);
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const key = issue?.path.join('.') ?? '';
  throw new ConfigProblem(`${path}: ${key === '' ? '' : `${key}: `}${issue?.message ?? 'invalid'}`);
}

export const keyringText = z.strictObject({
  signing: z.strictObject({ kid: z.string(), private: z.string() }).nullable().default(null),
  verify: z.array(
    z.strictObject({
      kid: z.string(),
      public: z.string(),
      notAfter: z.string().optional(),
      revoked: z.boolean().optional(),
    }),
  ),
});

/**
 * The keys, from a file or from the environment (`kid:base64url` pairs). There is no default key:
 * without a signing key nothing starts.
 */
export function loadKeyring(environment: Environment): Keyring {
  try {
    const keyring = readKeyring(keyringTextOf(environment));
    if (keyring.signing === null) throw new KeyError('no signing key: run `npm run keygen`');
    return keyring;
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigProblem(error.message);
    throw error;
  }
}

function keyringTextOf(environment: Environment) {
  const {
    COUNTERSIGN_KEYS_FILE: file,
    COUNTERSIGN_SIGNING_KEY: signing,
    COUNTERSIGN_VERIFY_KEYS: verify,
  } = environment;
  if (file !== undefined && signing !== undefined) {
    throw new ConfigProblem('set COUNTERSIGN_KEYS_FILE or COUNTERSIGN_SIGNING_KEY, not both');
  }
  if (file !== undefined) {
    const parsed = keyringText.safeParse(readKeyFile(file));
    if (parsed.success) return parsed.data;
    throw new ConfigProblem(`key file ${file}: ${parsed.error.issues[0]?.path.join('.')} is not as keygen writes it`);
  }
  if (signing === undefined) {
    throw new ConfigProblem('no signing key: set COUNTERSIGN_KEYS_FILE (run `npm run keygen` to make one)');
  }
  const [kid, key] = pair(signing, 'COUNTERSIGN_SIGNING_KEY');
  const others = (verify ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return {
    signing: { kid, private: key },
    verify: others.map((entry) => {
      const [otherKid, otherKey] = pair(entry, 'COUNTERSIGN_VERIFY_KEYS');
      return { kid: otherKid, public: otherKey };
    }),
  };
}

function pair(text: string, name: string): readonly [string, string] {
  const [kid, key, ...rest] = text.split(':');
  if (kid === undefined || key === undefined || rest.length > 0) throw new ConfigProblem(`${name}: expected kid:key`);
  return [kid, key];
}

function lineOf(linePos: unknown): string {
  const [first] = Array.isArray(linePos) ? linePos : [];
  const line = typeof first === 'object' && first !== null && 'line' in first ? first.line : undefined;
  return typeof line === 'number' ? ` (line ${line})` : '';
}
