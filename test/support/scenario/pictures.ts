import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../slack/people.ts';

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

/** Pictures of the page, kept with the documentation where `SCREENSHOTS=1` asks for them. */
export function makePictures(page: Page, env: NodeJS.ProcessEnv = process.env) {
  const isWanted = env['SCREENSHOTS'] === '1';
  // A message that is drawn anew at that moment takes its element away.
  const bringIntoSight = (subject: Locator): Promise<unknown> =>
    eventually('what the picture is of', () => subject.scrollIntoViewIfNeeded().then(always, never));
  return {
    /**
     * Takes `name-1280.png` and `name-390.png` with `subject` in sight, and leaves the page as wide as it was. Where
     * nobody wants them, sees to it that `subject` can be brought into sight.
     */
    async take(name: string, subject: Locator): Promise<void> {
      if (!isWanted) {
        await bringIntoSight(subject);
        return;
      }
      const before = page.viewportSize();
      mkdirSync(KEPT, { recursive: true });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await bringIntoSight(subject);
        const path = join(KEPT, `${name}-${size.width}.png`);
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
        const { size: bytes } = statSync(path);
        if (bytes > LARGEST_BYTES) throw new Error(`${name}-${size.width}.png has ${bytes} bytes`);
      }
      if (before !== null) await page.setViewportSize(before);
    },
  };
}
