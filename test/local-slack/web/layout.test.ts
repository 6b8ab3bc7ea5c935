import { describe, expect, it } from 'vitest';
import { leastContrast } from './support/contrast.ts';
import { inBrowser } from './support/in-browser.ts';
import { input, openModal, sampleTs } from './support/samples.ts';
import { wideWorld } from './support/wide-world.ts';

const phone = { viewport: { width: 390, height: 844 } };
const threadPlace = `U0ALICE/C0GENERAL/${sampleTs}`;

/** WCAG 2.2, 1.4.3: text of ordinary size. */
const wantedContrast = 4.5;

describe('how the page looks', () => {
  inBrowser(({ open, visit, workspace }) => {
    for (const place of ['U0ALICE/C0GENERAL', threadPlace, 'U0ALICE/home'])
      it(`at 390 px nothing is wider than the page: ${place.replace(/\/\d.*/, ' with a thread')}`, async () => {
        wideWorld(workspace());
        const { page } = await visit(place, phone);
        await page.getByText('unbroken').filter({ visible: true }).first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(await page.evaluate('document.querySelector(".messages-frame, .home").scrollWidth')).toBeLessThanOrEqual(
          390,
        );
      });

    it('at 390 px a modal fits and its buttons can be reached', async () => {
      workspace().views = [
        openModal(Array.from({ length: 20 }, (_, n) => input(`f${n}`, `Field ${n}`, { type: 'plain_text_input' }))),
      ];
      const { page } = await visit('U0ALICE/C0GENERAL', phone);
      const submit = page.getByRole('button', { name: 'Approve edited' });
      await submit.waitFor();
      const box = await submit.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    });

    it('at 390 px the channels are behind a button', async () => {
      workspace().listings.set('C0SUPPORT', []);
      const { page } = await visit('U0ALICE/C0GENERAL', phone);
      expect(await page.getByRole('link', { name: 'support' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Channels and people' }).click();
      await page.getByRole('link', { name: 'support' }).click();
      await page.getByRole('heading', { name: 'support', level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'support' }).count()).toBe(0);
    });

    for (const colorScheme of ['light', 'dark'] as const)
      it(`every text can be read in ${colorScheme} colours`, async () => {
        wideWorld(workspace());
        const { page } = await visit(threadPlace, { colorScheme });
        await page.getByRole('complementary').getByText('unbroken').first().waitFor();
        expect(await leastContrast(page)).toSatisfy(
          ({ ratio }: { ratio: number }) => ratio >= wantedContrast,
          `contrast of at least ${wantedContrast}`,
        );
      });

    it('nothing on the page breaks its own content policy', async () => {
      wideWorld(workspace());
      const { page, troubles } = await open(threadPlace);
      await page.getByRole('complementary').getByText('unbroken').first().waitFor();
      expect(troubles).toEqual([]);
    });
  });
});
