import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { checkpointsPath } from '../config/data-files.ts';
import type { Environment } from '../config/environment.ts';
import { loadKeyring } from '../config/load.ts';
import { ed25519Verifier } from '../platform/ed25519.ts';
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts';
import { exportLog, verifyExport } from '../store/audit/export.ts';
import type { AuditReport } from '../store/audit/finding.ts';
import { type AuditOptions, verifyAll } from '../store/audit/verify.ts';
import { sayFinding, sayPruned } from './finding-words.ts';
import { openLog } from './open-log.ts';
import { readArgs, UsageProblem } from './usage.ts';
import { readVerifyKeys } from './verify-keys.ts';

type Print = (line: string) => void;

/** `audit verify` and `audit export`. Resolves with the exit code: 1 when something does not hold. */
export async function audit(
  [what, ...args]: readonly string[],
  settings: () => Environment,
  print: Print,
): Promise<number> {
  switch (what) {
    case 'verify':
      return await verify(args, settings, print);
    case 'export':
      return await exportTo(args, settings());
    default:
      throw new UsageProblem('audit takes verify or export');
  }
}

/** Conversations named one by one; there may be a hundred thousand. */
const MAX_PRUNED_SHOWN = 20;

const VERIFY_OPTIONS = {
  keys: { type: 'string' },
  file: { type: 'string' },
  checkpoints: { type: 'string' },
} as const;

/** Checks the log, or an exported file without needing any database, with public keys only. */
async function verify(args: readonly string[], settings: () => Environment, print: Print): Promise<number> {
  const { keys, file, checkpoints } = readArgs(args, VERIFY_OPTIONS, 0).values;
  const verifier = ed25519Verifier(keys === undefined ? loadKeyring(settings()) : readVerifyKeys(keys));
  const record = checkpoints ?? (file === undefined ? checkpointsPath(settings()) : undefined);
  for (const path of [checkpoints, file]) {
    if (path !== undefined && !existsSync(path)) throw new UsageProblem(`there is no file ${path}`);
  }
  const options = { verifier, checkpoints: record === undefined ? [] : await readCheckpointFile(record) };
  const report = file === undefined ? await verifyLog(settings(), options) : await verifyFile(file, options);
  return sayReport(report, print);
}

async function verifyLog(environment: Environment, options: AuditOptions): Promise<AuditReport> {
  const log = await openLog(environment);
  try {
    return await verifyAll(log.chain, options);
  } finally {
    await log.close();
  }
}

const verifyFile = (path: string, options: AuditOptions): Promise<AuditReport> =>
  verifyExport(createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }), options);

function sayReport(report: AuditReport, print: Print): number {
  const { events, conversations, signatures, checkpoints, pruned, findings, more } = report;
  print(
    `${events} events in ${conversations} conversations, ${signatures} signatures and ${checkpoints} checkpoints checked`,
  );
  if (checkpoints === 0) print('No checkpoint was there: events missing at the end could not be noticed.');
  for (const part of pruned.slice(0, MAX_PRUNED_SHOWN)) print(sayPruned(part));
  if (pruned.length > MAX_PRUNED_SHOWN) print(`and ${pruned.length - MAX_PRUNED_SHOWN} more were pruned`);
  for (const finding of findings) print(sayFinding(finding));
  if (more > 0) print(`and ${more} more`);
  if (findings.length > 0) return 1;
  print('Everything holds.');
  return 0;
}

/** Writes the log as JSON Lines into a new file, or to the standard output. */
async function exportTo(args: readonly string[], environment: Environment): Promise<number> {
  const [path] = readArgs(args, {}, 1).positionals;
  if (path !== undefined && existsSync(path)) throw new UsageProblem(`${path} exists already`);
  const log = await openLog(environment);
  try {
    const out: Writable = path === undefined ? process.stdout : createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await exportLog(log.chain, out);
    return 0;
  } finally {
    await log.close();
  }
}
