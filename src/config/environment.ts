import { z } from 'zod';
import { ConfigProblem } from './problem.ts';

const ours = {
  COUNTERSIGN_CONFIG: z.string().default('countersign.yaml'),
  COUNTERSIGN_DATA: z.string().default('data'),
  COUNTERSIGN_KEYS_FILE: z.string().optional(),
  COUNTERSIGN_SIGNING_KEY: z.string().optional(),
  COUNTERSIGN_VERIFY_KEYS: z.string().optional(),
  COUNTERSIGN_CHECKPOINTS: z.string().optional(),
  COUNTERSIGN_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(32),
  COUNTERSIGN_PUBLIC_URL: z.string().optional(),
  COUNTERSIGN_TOKEN_KEYS: z.string().optional(),
  COUNTERSIGN_WORKSPACES: z.string().optional(),
  COUNTERSIGN_OPS_HOST: z.string().default('127.0.0.1'),
  COUNTERSIGN_OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
} as const;

const schema = z.object({
  ...ours,
  SLACK_BOT_TOKEN: z.string().startsWith('xoxb-').optional(),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-').optional(),
  SLACK_SIGNING_SECRET: z.string().min(8).optional(),
  SLACK_CLIENT_ID: z.string().min(1).optional(),
  SLACK_CLIENT_SECRET: z.string().min(8).optional(),
  SLACK_MODE: z.enum(['socket', 'http']).default('socket'),
  SLACK_API_URL: z.url().default('https://slack.com/api/'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().min(1).optional(),
  COMPATIBLE_API_KEY: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  // The exporter reads it; it is here because it holds a secret.
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('countersign'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export type Environment = z.output<typeof schema>;

const SECRET_KEYS = [
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_CLIENT_SECRET',
  'COUNTERSIGN_TOKEN_KEYS',
  'COUNTERSIGN_SIGNING_KEY',
  'DATABASE_URL',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'COMPATIBLE_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly (keyof Environment)[];

/**
 * Reads the environment; the only place that does. An empty value is an absent one. A `COUNTERSIGN_` name nobody
 * knows is an error: it is a setting somebody believes is in force.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const unknown = Object.keys(env).find((name) => name.startsWith('COUNTERSIGN_') && !Object.hasOwn(ours, name));
  if (unknown !== undefined) throw new ConfigProblem(`${unknown} is not a setting of Countersign`);
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigProblem(`${issue?.path.join('.') ?? 'the environment'}: ${issue?.message ?? 'invalid'}`);
}

/** The secret values in force, for the log scrubber. */
export const secretsOf = (environment: Environment): readonly string[] =>
  SECRET_KEYS.flatMap((key) => environment[key] ?? [])
    .flatMap((value) => [value, ...keysIn(value)])
    .concat(headersIn(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ''));

/** The keys of `kid:key` pairs: one by itself is as secret as all of them. */
const keysIn = (value: string): readonly string[] =>
  [...value.matchAll(/(?:^|[\s,])[A-Za-z0-9_-]{1,64}:([A-Za-z0-9_-]{43})(?=[\s,]|$)/g)].map(([, key]) => key ?? '');

/** What `name=value` pairs send, each word by itself: `Bearer` says nothing, the token after it does. */
const headersIn = (pairs: string): readonly string[] =>
  pairs.split(',').flatMap((pair) => {
    const sent = pair.slice(pair.indexOf('=') + 1).trim();
    return [...sent.split('%20'), ...decoded(sent).split(/\s+/)];
  });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The environment as `check-config` prints it: which keys are set, no secret's value. */
export function redacted(environment: Environment): Record<string, unknown> {
  const secret: ReadonlySet<string> = new Set(SECRET_KEYS);
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, secret.has(key) && value !== undefined ? '[set]' : value]),
  );
}
