#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { checkConfig } from './cli/check-config.ts';
import { keygen } from './cli/keygen.ts';
import { readEnvironment } from './config/environment.ts';
import { exitWith } from './errors.ts';

const EXIT_USAGE = 64;

const HELP = `countersign <command>

  check-config         reads everything a start would read and prints what is in force
  keygen [FILE]        makes a signing key, into a new file or as environment lines
  help                 this text
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main([command, ...args]: readonly string[]): Promise<void> {
  switch (command) {
    case 'check-config':
      if (existsSync('.env')) loadEnvFile('.env');
      return await checkConfig(readEnvironment(process.env), print);
    case 'keygen':
      return keygen(args[0], print);
    case 'help':
    case '--help':
      return print(HELP);
    default:
      process.stderr.write(command === undefined ? HELP : `countersign: unknown command ${command}\n${HELP}`);
      process.exitCode = EXIT_USAGE;
  }
}

await main(process.argv.slice(2)).catch(exitWith);
