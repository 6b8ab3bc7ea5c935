import { createHash } from 'node:crypto';

/** What `makeToolbox` takes. */
const MAX_NAME_CHARS = 128;
const TAG_CHARS = 8;

export interface NameClaim {
  readonly server: string;
  /** `resources`: our tool for what the server offers to read. */
  readonly kind: 'tool' | 'resources';
  /** The tool's name on its server. */
  readonly raw: string;
}

/**
 * Public names, `server.tool`, no two alike even where case is ignored, none among `reserved`. Where two claims would
 * meet, or a name is too long, each gets a tag made from server and raw name: which tool a name stands for depends on
 * neither order nor neighbours. A claim that still meets another has no name and is left out.
 */
export function publicNames(claims: readonly NameClaim[], reserved: readonly string[]): ReadonlyMap<NameClaim, string> {
  const plain = claims.map(({ server, raw }) => `${server}.${raw}`);
  const uses = countFolded([...plain, ...reserved]);
  const names = claims.map((claim, n) => {
    const name = plain[n] ?? '';
    return (uses.get(folded(name)) ?? 0) > 1 || name.length > MAX_NAME_CHARS ? tagged(claim, name) : name;
  });
  const finalUses = countFolded([...names, ...reserved]);
  const named = new Map<NameClaim, string>();
  for (const [n, claim] of claims.entries()) {
    const name = names[n] ?? '';
    if (finalUses.get(folded(name)) === 1) named.set(claim, name);
  }
  return named;
}

function tagged({ server, kind, raw }: NameClaim, name: string): string {
  const tag = createHash('sha256')
    .update(JSON.stringify([server, kind, raw]), 'utf8')
    .digest('hex')
    .slice(0, TAG_CHARS);
  return `${name.slice(0, MAX_NAME_CHARS - TAG_CHARS - 1)}-${tag}`;
}

function countFolded(names: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(folded(name), (uses.get(folded(name)) ?? 0) + 1);
  return uses;
}

const folded = (name: string): string => name.toLowerCase();
