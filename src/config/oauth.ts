import { REDIRECT_PATH } from '../slack/install/install-routes.ts';
import type { OauthSettings } from '../slack/install/settings.ts';
import { SEALING_KEY_BYTES, type SealingKey, type SealingKeys, sealingKey } from '../slack/install/token-seal.ts';
import type { Environment } from './environment.ts';
import { ConfigProblem } from './problem.ts';

const KID = /^[A-Za-z0-9_-]{1,64}$/;
const PLACE = /^[TE][A-Z0-9]{1,30}$/;
const LOCAL_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Settings that mean something only together; the client id says that they are meant. */
const TOGETHER = [
  'SLACK_CLIENT_SECRET',
  'COUNTERSIGN_PUBLIC_URL',
  'COUNTERSIGN_TOKEN_KEYS',
  'COUNTERSIGN_WORKSPACES',
] as const;

/**
 * How the app is installed by OAuth; null where it is not, and one bot token is used. Throws a `ConfigProblem` that names
 * what is missing.
 */
export function oauthSettings(environment: Environment): OauthSettings | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_BOT_TOKEN: botToken } = environment;
  if (clientId === undefined) {
    const stray = TOGETHER.find((name) => environment[name] !== undefined);
    if (stray !== undefined) throw new ConfigProblem(`${stray} is set, but SLACK_CLIENT_ID is not`);
    return null;
  }
  if (botToken !== undefined) {
    throw new ConfigProblem('set SLACK_BOT_TOKEN for one workspace or SLACK_CLIENT_ID for several, not both');
  }
  const publicUrl = publicUrlOf(needed(environment, 'COUNTERSIGN_PUBLIC_URL'));
  return {
    clientId,
    clientSecret: needed(environment, 'SLACK_CLIENT_SECRET'),
    publicUrl,
    redirectUri: `${publicUrl}${REDIRECT_PATH}`,
    listen: { host: '0.0.0.0', port: environment.PORT },
    mayInstall: mayInstall(needed(environment, 'COUNTERSIGN_WORKSPACES')),
    keys: sealingKeys(needed(environment, 'COUNTERSIGN_TOKEN_KEYS')),
  };
}

const REASONS: Readonly<Record<(typeof TOGETHER)[number], string>> = {
  SLACK_CLIENT_SECRET: 'copy it from Basic Information',
  COUNTERSIGN_PUBLIC_URL: 'the https address at which browsers reach the bot',
  COUNTERSIGN_TOKEN_KEYS: 'run `npm run countersign -- token-key` to make one',
  COUNTERSIGN_WORKSPACES: 'the ids (T…, E…) that may install, or `any`',
};

function needed(environment: Environment, name: (typeof TOGETHER)[number]): string {
  const value = environment[name];
  if (value === undefined) throw new ConfigProblem(`${name} is not set: ${REASONS[name]}`);
  return value;
}

function publicUrlOf(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && LOCAL_NAMES.has(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    throw new ConfigProblem('COUNTERSIGN_PUBLIC_URL is not an address like https://countersign.example.com');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigProblem('COUNTERSIGN_PUBLIC_URL has a path: the pages are at the root of the host');
  }
  return url.origin;
}

function mayInstall(text: string): OauthSettings['mayInstall'] {
  if (text === 'any') return 'any';
  const ids = words(text);
  const wrong = ids.find((id) => !PLACE.test(id));
  if (wrong !== undefined || ids.length === 0) {
    throw new ConfigProblem('COUNTERSIGN_WORKSPACES: expected ids of workspaces (T…) or organisations (E…), or `any`');
  }
  return new Set(ids);
}

/** `kid:base64url` pairs; the first one seals. There is no default key. */
export function sealingKeys(text: string): SealingKeys {
  const keys = words(text).map(sealingKeyOf);
  const [current] = keys;
  if (current === undefined)
    throw new ConfigProblem(`COUNTERSIGN_TOKEN_KEYS is empty: ${REASONS.COUNTERSIGN_TOKEN_KEYS}`);
  const all = new Map(keys.map((key) => [key.kid, key]));
  if (all.size !== keys.length) throw new ConfigProblem('COUNTERSIGN_TOKEN_KEYS: a key id is listed twice');
  return { current, all };
}

function sealingKeyOf(pair: string): SealingKey {
  const [kid = '', text = '', ...more] = pair.split(':');
  const bytes = Buffer.from(text, 'base64url');
  if (!KID.test(kid) || more.length > 0 || bytes.length !== SEALING_KEY_BYTES) {
    throw new ConfigProblem(
      `COUNTERSIGN_TOKEN_KEYS: expected kid:key, a key being ${SEALING_KEY_BYTES} bytes of base64url`,
    );
  }
  return sealingKey(kid, bytes);
}

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');
