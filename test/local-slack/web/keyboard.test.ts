import { describe, expect, it } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { actions, botMessage, button, input, openModal, option, sampleTs } from './support/samples.ts';

describe('by keyboard alone', () => {
  inBrowser(({ open, visit, workspace }) => {
    it('Shift+Enter makes a new line, Enter sends', async () => {
      const { page } = await open();
      await page.getByRole('textbox', { name: 'Message' }).focus();
      await page.keyboard.type('one');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Enter');
      await expect.poll(() => workspace().asked.at(-1)?.body).toEqual({ channel: 'C0GENERAL', text: 'one\ntwo' });
    });

    it('Tab goes from the person to the channels, the messages and the composer', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve'), button('Deny'))])]);
      const { page } = await visit();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.getByRole('combobox', { name: 'You are' }).focus();
      const stops: string[] = [];
      for (let step = 0; step < 10; step += 1) {
        await page.keyboard.press('Tab');
        stops.push(
          String(
            await page.evaluate(
              'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText',
            ),
          ),
        );
      }
      expect(stops).toEqual([
        'general',
        'support',
        'ops',
        'Countersign',
        'API calls',
        'Approve',
        'Deny',
        'Reply in thread',
        'Message',
        'Mention Countersign',
      ]);
    });

    it('a button pressed by key keeps the focus when its message is drawn anew', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve'), button('Deny'))])]);
      const { page } = await visit();
      await page.getByRole('button', { name: 'Deny' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => workspace().asked.length).toBe(1);
      workspace().listings.set('C0GENERAL', [
        botMessage([actions(button('Approve', { style: 'primary' }), button('Deny'))]),
      ]);
      workspace().changed();
      await page.locator('.button-primary').waitFor();
      expect(await page.evaluate('document.activeElement.innerText')).toBe('Deny');
    });

    it('when the pressed button is gone, the focus is on its message', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve'))])]);
      const { page } = await visit();
      await page.getByRole('button', { name: 'Approve' }).focus();
      workspace().listings.set('C0GENERAL', [botMessage([], { text: 'Approved by Alice' })]);
      workspace().changed();
      await page.getByText('Approved by Alice').waitFor();
      expect(await page.evaluate('document.activeElement.dataset.ts')).toBe(sampleTs);
    });

    it('a modal starts in its first field and keeps the focus inside', async () => {
      workspace().views = [openModal([input('reason', 'Reason', { type: 'plain_text_input' })])];
      const { page } = await visit();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('typed at once');
      expect(await page.getByLabel('Reason').inputValue()).toBe('typed at once');
    });

    it('a searched select is chosen with arrows and Enter, and Escape closes only its list', async () => {
      const choices = [option('Alpha', 'a'), option('Alps', 'b')];
      workspace().views = [openModal([input('pick', 'Pick', { type: 'multi_static_select', options: choices })])];
      const { page } = await visit();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('al');
      await page.getByRole('option', { name: 'Alps' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Alps' }).waitFor();
      await page.keyboard.type('al');
      await page.getByRole('option', { name: 'Alpha' }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').getByRole('option').count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(1);
      expect(workspace().asked).toEqual([]);
    });

    it('Escape in a thread goes back to its message in the channel', async () => {
      workspace().listings.set('C0GENERAL', [{ ts: sampleTs, user: 'U0ALICE', text: 'start' }]);
      workspace().listings.set(`C0GENERAL/${sampleTs}`, [{ ts: sampleTs, user: 'U0ALICE', text: 'start' }]);
      const { page } = await visit(`U0ALICE/C0GENERAL/${sampleTs}`);
      const thread = page.getByRole('complementary', { name: 'Thread' });
      await thread.getByText('start').waitFor();
      await thread.getByRole('textbox', { name: 'Reply' }).press('Escape');
      await expect.poll(() => thread.count()).toBe(0);
      expect(await page.evaluate('document.activeElement.dataset.ts')).toBe(sampleTs);
    });

    it('a new answer is said once in the live region', async () => {
      const { page } = await open();
      await page.getByText('Nothing here yet').waitFor();
      workspace().listings.set('C0GENERAL', [botMessage([], { text: 'Your approval is needed' })]);
      workspace().changed();
      await expect.poll(() => page.getByRole('status').textContent()).toBe('Countersign: Your approval is needed');
    });
  });
});
