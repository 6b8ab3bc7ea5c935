import { readFileSync } from 'node:fs';
import { z } from 'zod';

const lockfile = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

/** What a lockfile says of the program itself and of every package that is installed with it. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly packages: readonly ShippedPackage[];
}

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or `none` where the package does not say. */
  readonly licence: string;
  /** As npm checks it: an algorithm and a base64 digest. */
  readonly integrity: string | null;
  /** Where it was downloaded from; null where the lockfile leaves that to the registry in use. */
  readonly resolved: string | null;
}

const MODULES = 'node_modules/';
const UNSAID = 'none';

/** Reads a `package-lock.json` (version 3). Packages that only build and test are left out. */
export function readLockfile(lock: unknown): Shipped {
  const { name, version, packages } = lockfile.parse(lock);
  const shipped = new Map<string, ShippedPackage>();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.dev === true) continue;
    const found: ShippedPackage = {
      name: path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version: entry.version ?? '',
      licence: entry.license ?? UNSAID,
      integrity: entry.integrity ?? null,
      resolved: entry.resolved ?? null,
    };
    // The same package in two places is one package.
    shipped.set(`${found.name} ${found.version}`, found);
  }
  const ordered = [...shipped].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return { name, version, licence: packages['']?.license ?? UNSAID, packages: ordered };
}

/** The lockfile of the folder a command is run in. */
export const ownLockfile = (): Shipped => readLockfile(JSON.parse(readFileSync('package-lock.json', 'utf8')));
