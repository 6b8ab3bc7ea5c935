import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMap, isSeq, parseDocument } from 'yaml';

const MANIFEST = new URL('../../../../manifest.yml', import.meta.url);
const SCOPES = ['oauth_config', 'scopes', 'bot'];
const EVENTS = ['settings', 'event_subscriptions', 'bot_events'];

interface Change {
  readonly scopes?: { readonly add?: readonly string[]; readonly remove?: readonly string[] };
  readonly events?: { readonly add?: readonly string[]; readonly remove?: readonly string[] };
  readonly set?: readonly (readonly [path: readonly string[], value: unknown])[];
}

/** The app's manifest with a few things changed, in a file that goes with the test. */
export function changedManifest({ scopes = {}, events = {}, set = [] }: Change): string {
  const document = parseDocument(readFileSync(MANIFEST, 'utf8'));
  const change = (path: readonly string[], { add = [], remove = [] }: NonNullable<Change['scopes']>) => {
    const list = document.getIn(path);
    const names: unknown[] = isSeq(list) ? list.toJSON() : [];
    document.setIn(path, [...names.filter((name) => !remove.some((one) => one === name)), ...add]);
  };
  change(SCOPES, scopes);
  change(EVENTS, events);
  for (const [path, value] of set) document.setIn(path, value);
  if (!isMap(document.contents)) throw new Error('the manifest is not a map');
  const folder = mkdtempSync(join(tmpdir(), 'local-slack-manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'manifest.yml');
  writeFileSync(path, document.toString());
  return path;
}
