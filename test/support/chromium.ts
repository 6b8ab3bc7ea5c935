import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Linux distributions and CI images put it. `CHROMIUM_PATH` goes first. */
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Asks nobody outside and leaves nothing behind: a fresh profile, no updates, no background traffic. */
const launchArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export type ChromiumHere =
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'absent'; readonly required: boolean };

/** Whether browser tests can run here; where `CI` or `REQUIRE_BROWSER` is set, an absent browser is a failure. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): ChromiumHere {
  const named = env['CHROMIUM_PATH'];
  const path = (named ? [named] : usualPlaces).find((place) => existsSync(place));
  if (path) return { kind: 'present', path };
  return { kind: 'absent', required: Boolean(env['CI'] || env['REQUIRE_BROWSER']) };
}

/** A browser of one's own; close it. */
export function launchChromium(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: launchArguments });
}
