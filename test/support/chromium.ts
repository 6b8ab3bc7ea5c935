import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Linux distributions and CI images put it. `CHROMIUM_PATH` goes first. */
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Chromium heeds the last list it is given, so Playwright's own come first here. What follows is a page that the browser
 * loads for itself with every window, at more than the cost of the page under test: the list below its address bar.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** The first two are Playwright's own; the last saves a process. */
const enabledFeatures = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies', 'NetworkServiceInProcess2'];

/** Asks nobody outside and leaves nothing behind: a fresh profile, no updates, no background traffic. */
const launchArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
  `--enable-features=${enabledFeatures.join(',')}`,
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

let shared: Promise<Browser> | undefined;

/**
 * The browser that all tests of this process share: a start costs more than most tests in it. It ends with the process,
 * however that ends, since its pipe to this process does. Pages and contexts are whose who opened them; close those.
 */
export function sharedChromium(path: string): Promise<Browser> {
  shared = (shared ?? launch(path)).then((running) => (running.isConnected() ? running : launch(path)));
  return shared;
}

function launch(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: launchArguments });
}
