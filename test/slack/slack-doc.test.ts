import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/slack.md', root), 'utf8');

const REQUIREMENTS = 42;
/** The faults the platform is known for; a number that is missing is the same fault as another. */
const FAULTS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26],
  ...[28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 47],
  ...[48, 49, 50, 51, 52, 53, 54, 56, 57, 58, 60, 61, 62, 64, 66, 67],
];

/** Attacks and outages, by who they concern: what people see, who decides, Slack and the network. */
const ATTACKS = [
  ...[38, 39, 40, 41, 42, 43, 44, 46, 47, 49, 50, 51],
  ...[54, 55, 56, 57, 58, 59, 60, 63, 64, 65, 67, 68, 69, 70],
  ...[107, 108, 110, 111, 112, 113, 114, 115, 116, 118],
  ...[163, 165, 166, 167, 168, 169, 171, 172, 173],
];

/** The rows of the tables in a part of the page: their numbers and their last cell. */
const rowsIn = (part: string) =>
  part.split('\n').flatMap((line) => {
    const [, numbers, cell] = /^\| ([\d, ]+) \| .* \| (.+) \|$/.exec(line) ?? [];
    return numbers === undefined || cell === undefined ? [] : [{ numbers: numbers.split(', ').map(Number), cell }];
  });
const [first = '', second = '', third = ''] = page.split(/\n## (?:Faults|Attacks and outages)\n/);
const requirements = rowsIn(first);
const faults = rowsIn(second);
const attacks = rowsIn(third);
const rows = [...requirements, ...faults, ...attacks];

/** The tests a cell names, each with its file. */
const named = ({ cell }: { readonly cell: string }) =>
  cell.split('<br>').flatMap((part) => {
    const [, file = '', names = ''] = /^\[[^\]]+\]\(\.\.\/([^)]+)\): (.+)$/.exec(part) ?? [];
    return [...names.matchAll(/“((?:[^“”]|“[^”]*”)+)”(?:, |$)/g)].map(([, name = '']) => ({ file, name }));
  });

const sourceOf = (file: string): string => {
  const url = new URL(file, root);
  return existsSync(url) ? readFileSync(url, 'utf8') : '';
};

describe('the page on Slack', () => {
  it('has a row for every requirement', () => {
    expect(requirements.flatMap((row) => row.numbers)).toEqual(Array.from({ length: REQUIREMENTS }, (_, n) => n + 1));
  });

  it('has a row for every fault the platform is known for', () => {
    expect(faults.flatMap((row) => row.numbers)).toEqual(FAULTS);
  });

  it('has a row for every attack and outage', () => {
    expect(attacks.flatMap((row) => row.numbers)).toEqual(ATTACKS);
  });

  it('names a test in every row', () => {
    expect(rows.filter((row) => named(row).length === 0)).toEqual([]);
    expect(rows.flatMap(named).length).toBeGreaterThan(120);
  });

  it('names only tests that are there', () => {
    const missing = rows.flatMap(named).filter(({ file, name }) => !sourceOf(file).includes(`'${name}'`));
    expect(missing).toEqual([]);
  });
});
