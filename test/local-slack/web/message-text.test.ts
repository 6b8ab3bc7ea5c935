import { describe, expect, it } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { botMessage, mrkdwn, plain, sampleTs } from './support/samples.ts';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const escaped = hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('what messages say', () => {
  inBrowser(({ open, visit, workspace }) => {
    it('HTML in foreign text stays text, wherever it comes', async () => {
      workspace().listings.set('C0GENERAL', [
        { ts: '1.1', user: 'U0BOB', text: escaped },
        botMessage([
          { type: 'section', text: plain(hostile) },
          { type: 'section', text: mrkdwn(escaped) },
          { type: 'markdown', text: hostile },
          { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: hostile }] }] },
          { type: 'table', rows: [[{ type: 'raw_text', text: hostile }], [{ type: 'raw_text', text: 'x' }]] },
          { type: 'task_card', task_id: 't', title: hostile, status: 'pending' },
        ]),
      ]);
      const { page, troubles } = await open();
      await expect.poll(() => page.getByText(hostile, { exact: true }).count()).toBe(7);
      expect(await page.locator('article img, article script').count()).toBe(0);
      expect(troubles).toEqual([]);
    });

    it('a link to a script is not a link', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([{ type: 'markdown', text: '[press](javascript:alert(1))' }])]);
      const { page } = await visit();
      await page.getByRole('article').waitFor();
      expect(await page.locator('article a').count()).toBe(0);
    });

    it('a stream shows its text so far, its tasks once, and that it goes on', async () => {
      const task = { id: 't1', title: 'Find order', status: 'in_progress', details: 'asking' };
      workspace().listings.set('C0GENERAL', [
        { ts: sampleTs, user: 'U0COUNTER', text: 'Looking **no', tasks: [task], streaming_state: 'in_progress' },
      ]);
      const { page } = await visit();
      const body = page.locator('.message-body');
      await body.waitFor();
      expect(await body.getAttribute('aria-busy')).toBe('true');
      expect(await body.locator('.markdown').textContent()).toBe('Looking **no');
      expect(await body.locator('.task-title').allInnerTexts()).toEqual(['Find order']);
    });

    it('tasks that are in the blocks are not drawn a second time', async () => {
      const block = { type: 'task_card', task_id: 't1', title: 'Find order', status: 'complete' };
      const task = { id: 't1', title: 'Find order', status: 'complete' };
      workspace().listings.set('C0GENERAL', [botMessage([block], { tasks: [task], streaming_state: 'completed' })]);
      const { page } = await visit();
      await page.getByRole('article').waitFor();
      expect(await page.locator('.task').count()).toBe(1);
    });

    it('a stream grows on the page as the workspace tells of it', async () => {
      const stream = { ts: sampleTs, user: 'U0COUNTER', text: 'One', streaming_state: 'in_progress' };
      workspace().listings.set('C0GENERAL', [stream]);
      const { page } = await visit();
      await page.getByText('One').waitFor();
      workspace().listings.set('C0GENERAL', [{ ...stream, text: 'One two', streaming_state: 'completed' }]);
      workspace().changed();
      await page.getByText('One two', { exact: true }).waitFor();
      expect(await page.locator('.streaming').count()).toBe(0);
    });

    it('an ephemeral message says that only you see it', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([], { text: 'You may not approve this.', ephemeral: true })]);
      const { page } = await visit();
      await expect.poll(() => page.getByText('Only visible to you').count()).toBe(1);
    });

    it('an answer that was stopped says who stopped it', async () => {
      const stopped = { text: 'Half an', streaming_state: 'completed', stopped_by: 'U0ALICE' };
      workspace().listings.set('C0GENERAL', [botMessage([], stopped)]);
      const { page } = await visit();
      await expect.poll(() => page.getByText('Stopped by Alice.').count()).toBe(1);
    });

    it('a channel one is not in says so and takes no message', async () => {
      const { page } = await visit('U0GUEST/C0OPS');
      await page.getByText('You are not in this channel.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Message' }).isDisabled()).toBe(true);
    });
  });
});
