import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface Import {
  /** Path of the importing file below the root, with `/`. */
  readonly from: string;
  /** The word between the quotes. */
  readonly specifier: string;
  /** For a relative import: the imported file below the root. */
  readonly to: string | null;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every import and re-export below a folder, type-only and dynamic ones included. */
export function importsBelow(root: string): readonly Import[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => importsOf(root, join(root, path)));
}

export function importsOf(root: string, file: string, source = readFileSync(file, 'utf8')): Import[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const to = specifier.startsWith('.') ? slashes(relative(root, resolve(dirname(file), specifier))) : null;
    return { from: slashes(relative(root, file)), specifier, to };
  });
}

const slashes = (path: string): string => path.replaceAll('\\', '/');
