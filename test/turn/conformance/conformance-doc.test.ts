import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/conformance.md', root), 'utf8');

/** Every line of every test of the turn, joined as one text. */
function testSources(): string {
  const folder = new URL('test/turn/', root);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

describe('the page on conformance', () => {
  it('names only tests that exist', () => {
    const sources = testSources();
    const named = [...page.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });
});
