import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { StoreError } from '../../ports/store.ts';

/** What of our environment PostgreSQL's programs need; the rest of it holds secrets that are none of their business. */
const PASSED_ON = /^(PATH|HOME|LANG|TZ|LC_.*|PG.*)$/;
/** As much of what a program says as is read by a person. */
const KEPT_CHARACTERS = 4_000;

/**
 * Runs `pg_dump` or `pg_restore` and resolves to what it wrote. The password is handed over in the environment, where
 * other users of the machine do not see it. Rejects with a `StoreError` that repeats the program's own words.
 */
export async function runClientProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  password: string | null = null,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const passedOn = Object.entries(environment).filter(([name]) => PASSED_ON.test(name));
  const env = { ...Object.fromEntries(passedOn), ...(password === null ? {} : { PGPASSWORD: password }) };
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < KEPT_CHARACTERS) complaint += text;
  });
  const code = await once(child, 'close').then(
    ([exitCode]: readonly unknown[]) => exitCode,
    (error: unknown) => {
      throw notStarted(program, error);
    },
  );
  if (code === 0) return output;
  throw new StoreError('store-unavailable', `${program} failed: ${complaint.trim() || `exit code ${String(code)}`}`);
}

function notStarted(program: string, cause: unknown): StoreError {
  const words = `${program} cannot be run; it comes with PostgreSQL's client programs, in the server's version or a newer one`;
  return new StoreError('store-unsuitable', words, { cause });
}

/** The address as it may stand on a command line, and the password that stood in it. */
export function withoutPassword(url: string): { readonly address: string; readonly password: string | null } {
  const address = new URL(url);
  const asParameter = address.searchParams.get('password');
  const password = address.password === '' ? asParameter : decodeURIComponent(address.password);
  address.password = '';
  if (asParameter !== null) {
    address.searchParams.delete('password');
    // libpq knows no other space than this one.
    address.search = address.search.replaceAll('+', '%20');
  }
  return { address: address.href, password };
}
