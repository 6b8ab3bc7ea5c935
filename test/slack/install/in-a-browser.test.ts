import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';
import { type InstallableBot, installableBot } from '../../support/slack/installable-bot.ts';
import { withChromium } from '../../support/with-chromium.ts';

describe('a person with a real browser', () => {
  withChromium((path) => {
    /** A browser of somebody's own, on Slack's page that asks whether the bot may be installed. */
    async function asked() {
      const slack: InstallableBot = await installableBot();
      onTestFinished(() => slack.close());
      const page = await (await sharedChromium(path)).newPage();
      onTestFinished(() => page.close());
      const complaints: string[] = [];
      page.on('console', (message) => void complaints.push(message.text()));
      await page.goto(`${slack.publicUrl}/slack/install`);
      return { slack, page, complaints };
    }

    it('presses Allow, and the bot is installed', async () => {
      const { slack, page, complaints } = await asked();
      await page.getByRole('button', { name: 'Allow' }).first().click();
      await page.getByRole('heading', { name: 'Countersign is installed' }).waitFor();
      expect(await page.getByRole('link', { name: 'Open Slack' }).getAttribute('href')).toContain('team=T0LOCAL');
      expect((await slack.store.installations.all()).map(({ place }) => place)).toMatchObject([{ team: 'T0LOCAL' }]);
      expect(complaints).toEqual([]);
    });

    it('presses Cancel, and can start again', async () => {
      const { slack, page } = await asked();
      await page.getByRole('button', { name: 'Cancel' }).first().click();
      await page.getByRole('heading', { name: 'Nothing was installed' }).waitFor();
      await page.getByRole('link', { name: 'Start again' }).click();
      await page.getByRole('button', { name: 'Allow' }).last().click();
      await page.getByRole('heading', { name: 'Countersign is installed' }).waitFor();
      expect((await slack.store.installations.all()).map(({ place }) => place)).toMatchObject([{ team: 'T0OTHER' }]);
    });
  });
});
