#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { EXIT_USAGE } from './cli/usage.ts';
import { type Environment, readEnvironment } from './config/environment.ts';
import { exitWith } from './errors.ts';

const HELP = `countersign <command>

  check-config         reads everything a start would read and prints what is in force
  keygen [FILE]        makes a signing key, into a new file or as environment lines
  token-key            makes a key that seals the tokens of installations, as an environment line
  audit verify [--keys FILE] [--checkpoints FILE] [--file EXPORT]
                       checks every chain, signature and checkpoint of the log, or of an exported file
  audit export [FILE]  writes the log as JSON Lines
  backup FILE          copies the database to a new file, beside the running bot
  restore FILE         puts a backup in the place of a stopped bot's database (SQLite) or into an empty one (PostgreSQL)
  migrate-store        copies the SQLite database of a stopped bot into the empty PostgreSQL database of DATABASE_URL
  prune --older-than 90d [--dry-run]
                       removes the contents of conversations at rest for so long; a SQLite bot must be stopped
  policy simulate [--config FILE]
                       what a policy would have made of every call in the log
  help                 this text
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function settings(): Environment {
  if (existsSync('.env')) loadEnvFile('.env');
  return readEnvironment(process.env);
}

/** Each command loads what it needs and no more: most need neither Slack nor a model. */
async function main([command, ...args]: readonly string[]): Promise<void> {
  switch (command) {
    case 'check-config': {
      const { checkConfig } = await import('./cli/check-config.ts');
      return await checkConfig(settings(), print);
    }
    case 'keygen': {
      const { keygen } = await import('./cli/keygen.ts');
      return keygen(args[0], print);
    }
    case 'token-key': {
      const { tokenKey } = await import('./cli/token-key.ts');
      return tokenKey(args, print);
    }
    case 'audit': {
      const { audit } = await import('./cli/audit.ts');
      process.exitCode = await audit(args, settings, print);
      return;
    }
    case 'backup': {
      const { backup } = await import('./cli/backup.ts');
      return await backup(args, settings(), print);
    }
    case 'restore': {
      const { restoreBackup } = await import('./cli/backup.ts');
      return await restoreBackup(args, settings(), print);
    }
    case 'migrate-store': {
      const { migrateStoreCommand } = await import('./cli/migrate-store.ts');
      process.exitCode = await migrateStoreCommand(args, settings(), print);
      return;
    }
    case 'prune': {
      const { pruneCommand } = await import('./cli/prune.ts');
      process.exitCode = await pruneCommand(args, settings(), print);
      return;
    }
    case 'policy': {
      const { policy } = await import('./cli/simulate-policy.ts');
      return await policy(args, settings, print);
    }
    case 'help':
    case '--help':
      return print(HELP);
    default:
      process.stderr.write(command === undefined ? HELP : `countersign: unknown command ${command}\n${HELP}`);
      process.exitCode = EXIT_USAGE;
  }
}

await main(process.argv.slice(2)).catch(exitWith);
