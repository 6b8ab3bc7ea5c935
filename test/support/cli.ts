import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compiledCode } from './compiled-code.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `countersign` with these words in `cwd`, with no settings but these in its environment. */
export async function runCommand(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
