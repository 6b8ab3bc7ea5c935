import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../slack/people.ts';
import { thorough } from '../thorough.ts';

/** A desktop and a telephone. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
/** They are kept in the repository. */
const LARGEST_BYTES = 200_000;
const always = (): boolean => true;
const never = (): boolean => false;
const KEPT = join(import.meta.dirname, '../../../docs/screenshots');

/**
 * Pictures of the page: kept with the documentation where `SCREENSHOTS=1` asks for it, in a folder nobody keeps in a
 * thorough run, else not taken.
 */
export function makePictures(page: Page, env: NodeJS.ProcessEnv = process.env) {
  const folder = folderFor(env);
  // A message that is drawn anew at that moment takes its element away.
  const bringIntoSight = (subject: Locator): Promise<unknown> =>
    eventually('what the picture is of', () => subject.scrollIntoViewIfNeeded().then(always, never));
  return {
    /**
     * Takes `name-1280.png` and `name-390.png` with `subject` in sight, and leaves the page as wide as it was. Where
     * none are taken, sees to it that `subject` can be brought into sight.
     */
    async take(name: string, subject: Locator): Promise<void> {
      if (folder === null) {
        await bringIntoSight(subject);
        return;
      }
      const before = page.viewportSize();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await bringIntoSight(subject);
        const path = join(folder, `${name}-${size.width}.png`);
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
        const { size: bytes } = statSync(path);
        if (bytes > LARGEST_BYTES) throw new Error(`${name}-${size.width}.png has ${bytes} bytes`);
      }
      if (before !== null) await page.setViewportSize(before);
    },
  };
}

function folderFor(env: NodeJS.ProcessEnv): string | null {
  if (env['SCREENSHOTS'] !== '1') return thorough ? mkdtempSync(join(tmpdir(), 'countersign-pictures-')) : null;
  mkdirSync(KEPT, { recursive: true });
  return KEPT;
}
