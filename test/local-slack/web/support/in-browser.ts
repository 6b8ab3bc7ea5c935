import type { Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { sharedChromium } from '../../../support/chromium.ts';
import { withChromium } from '../../../support/with-chromium.ts';
import { type FixtureWorkspace, startFixtureWorkspace } from './fixture-workspace.ts';

interface OpenedPage {
  readonly page: Page;
  /** What went wrong inside the page: uncaught errors, refused by its content policy, files not found. */
  readonly troubles: readonly string[];
}

interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

type Open = (place?: string, look?: Look) => Promise<OpenedPage>;

export interface BrowserTest {
  readonly workspace: () => FixtureWorkspace;
  /** Loads the page for this test alone, at `place`, an address such as `U0ALICE/C0GENERAL`. */
  readonly open: Open;
  /**
   * Goes there in the page as it is, which spares most of the work. For tests after which nothing is left once one has
   * gone elsewhere: no draft, notice or drawer.
   */
  readonly visit: Open;
}

const DESKTOP = { width: 1280, height: 800 };
const BLANK = 'about:blank';
/** Nobody's view of no channel: no message, thread, form or Home is on the page. */
const NOWHERE = 'U0NOBODY/C0NOWHERE';

interface Shared {
  readonly page: Page;
  readonly workspace: FixtureWorkspace;
}

/** One for all suites of this process, since a page that has been loaded before costs least. */
let shared: Promise<Shared> | undefined;

/** Tests of the page, inside a `describe`; each has an empty workspace. */
export function inBrowser(tests: (test: BrowserTest) => void): void {
  withChromium((path) => suite(path, tests));
}

function suite(chromiumPath: string, tests: (test: BrowserTest) => void): void {
  let here: Shared | undefined;
  let isOfOneTest = false;

  beforeAll(async () => {
    shared ??= start(chromiumPath);
    here = await shared;
  });
  afterEach(async ({ task }) => {
    const { page, workspace } = started(here);
    page.removeAllListeners();
    workspace.reset();
    if (isOfOneTest || task.result?.state === 'fail') await page.goto(BLANK);
    else await leave(page, workspace);
    isOfOneTest = false;
  });

  tests({
    workspace: () => started(here).workspace,
    async open(place, look) {
      isOfOneTest = true;
      const { page, workspace } = started(here);
      if (page.url() !== BLANK) await page.goto(BLANK);
      return go(page, workspace, place, look);
    },
    visit(place, look) {
      const { page, workspace } = started(here);
      return go(page, workspace, place, look);
    },
  });
}

async function start(chromiumPath: string): Promise<Shared> {
  const browser = await sharedChromium(chromiumPath);
  const [page, workspace] = await Promise.all([
    browser.newPage({ viewport: DESKTOP, locale: 'en-GB' }),
    startFixtureWorkspace(),
  ]);
  return { page, workspace };
}

async function go(
  page: Page,
  workspace: FixtureWorkspace,
  place = 'U0ALICE/C0GENERAL',
  { viewport = DESKTOP, colorScheme = 'light' }: Look = {},
): Promise<OpenedPage> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(`${workspace.url}/#/${place}`);
  await page.locator('#people option').first().waitFor({ state: 'attached' });
  // Attached is enough: on a narrow page a thread lies over it.
  await page.locator('h1').filter({ hasNotText: 'C0NOWHERE' }).waitFor({ state: 'attached' });
  return { page, troubles };
}

/** Goes where nothing is, and is there when all that was is gone. */
async function leave(page: Page, workspace: FixtureWorkspace): Promise<void> {
  await page.goto(`${workspace.url}/#/${NOWHERE}`);
  await page.getByRole('list', { name: 'Messages' }).getByText('You are not in this channel.').waitFor();
}

function started(here: Shared | undefined): Shared {
  if (here === undefined) throw new Error('used outside a test');
  return here;
}
