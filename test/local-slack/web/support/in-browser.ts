import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from '../../../support/chromium.ts';
import { withChromium } from '../../../support/with-chromium.ts';
import { type FixtureWorkspace, startFixtureWorkspace } from './fixture-workspace.ts';

interface OpenedPage {
  readonly page: Page;
  /** What went wrong inside the page: uncaught errors, refused by its content policy, files not found. */
  readonly troubles: readonly string[];
}

export interface BrowserTest {
  readonly workspace: () => FixtureWorkspace;
  /** Opens the page at `place`, an address such as `U0ALICE/C0GENERAL`. */
  readonly open: (place?: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
}

/**
 * Tests of the page, inside a `describe`: one browser and workspace for the suite; for each test an empty workspace and a
 * freshly loaded page.
 */
export function inBrowser(tests: (test: BrowserTest) => void): void {
  withChromium((path) => suite(path, tests));
}

function suite(chromiumPath: string, tests: (test: BrowserTest) => void): void {
  let browser: Browser | undefined;
  let workspace: FixtureWorkspace | undefined;
  /** One page for each way of looking, loaded anew for every test: a new one would cost a second each. */
  const pages = new Map<string, Promise<Page>>();

  beforeAll(async () => {
    browser = await launchChromium(chromiumPath);
    workspace = await startFixtureWorkspace();
  });
  afterAll(async () => {
    await browser?.close();
    await workspace?.close();
  });
  beforeEach(() => workspace?.reset());
  afterEach(async () => {
    for (const page of await Promise.all(pages.values())) {
      page.removeAllListeners();
      await page.goto('about:blank');
    }
  });

  function pageFor(options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const page =
      pages.get(key) ??
      started(browser).newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
    pages.set(key, page);
    return page;
  }

  tests({
    workspace: () => started(workspace),
    open: async (place = 'U0ALICE/C0GENERAL', options = {}) =>
      load(await pageFor(options), `${started(workspace).url}/#/${place}`),
  });
}

async function load(page: Page, url: string): Promise<OpenedPage> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.goto(url);
  await page.locator('#people option').first().waitFor({ state: 'attached' });
  return { page, troubles };
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('used outside a test');
  return thing;
}
