import { describe, expect, it } from 'vitest';
import type { JsonObject } from './support/fixture-workspace.ts';
import { inBrowser } from './support/in-browser.ts';
import { actions, botMessage, button, mrkdwn, option, plain, richText } from './support/samples.ts';

describe('blocks of a message', () => {
  inBrowser(({ visit, workspace }) => {
    async function show(...blocks: readonly JsonObject[]) {
      workspace().listings.set('C0GENERAL', [botMessage(blocks)]);
      const { page } = await visit();
      const article = page.getByRole('article');
      await article.waitFor();
      return { page, article };
    }

    it('a section shows its text, its fields and its accessory', async () => {
      const { article } = await show({
        type: 'section',
        text: mrkdwn('*bold* word'),
        fields: [plain('left'), mrkdwn('_right_')],
        accessory: button('Look'),
      });
      expect(await article.locator('strong').textContent()).toBe('bold');
      expect(await article.locator('.section-fields > div').allInnerTexts()).toEqual(['left', 'right']);
      expect(await article.getByRole('button', { name: 'Look' }).isVisible()).toBe(true);
    });

    it('plain text stays letter by letter, marks and angle brackets too', async () => {
      const text = '*not bold* <@U0ALICE> :lock: <b>&amp;';
      const { article } = await show({ type: 'section', text: plain(text) });
      expect(await article.locator('.section-text').textContent()).toBe(text);
    });

    it('a header is a heading', async () => {
      const { page } = await show({ type: 'header', text: plain('Deploy report') });
      expect(await page.getByRole('heading', { name: 'Deploy report' }).isVisible()).toBe(true);
    });

    it('context shows its texts in a row', async () => {
      const { article } = await show({ type: 'context', elements: [mrkdwn('one'), plain('two')] });
      expect(await article.locator('.context > span').allInnerTexts()).toEqual(['one', 'two']);
    });

    it('a divider is a rule', async () => {
      const { article } = await show({ type: 'divider' });
      expect(await article.locator('hr').count()).toBe(1);
    });

    it('buttons look primary, danger or plain as asked', async () => {
      const { page } = await show(
        actions(button('Approve', { style: 'primary' }), button('Deny', { style: 'danger' }), button('Edit')),
      );
      const colours = await page.evaluate<string[]>(
        '[...document.querySelectorAll(".actions button")].map((button) => getComputedStyle(button).backgroundColor)',
      );
      expect(new Set(colours).size).toBe(3);
    });

    it('a picture from outside is described and linked, and not fetched', async () => {
      const { article } = await show({
        type: 'image',
        image_url: 'https://pictures.example/cat.png',
        alt_text: 'A cat',
        title: plain('Our cat'),
      });
      expect(await article.locator('img').count()).toBe(0);
      expect(await article.getByText('A cat').isVisible()).toBe(true);
      expect(await article.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe(
        'https://pictures.example/cat.png',
      );
    });

    it('rich text keeps its styles, lists, quotes and code', async () => {
      const { article } = await show({
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'bold', style: { bold: true } },
              { type: 'text', text: ' and ' },
              { type: 'text', text: 'code', style: { code: true } },
              { type: 'user', user_id: 'U0BOB' },
            ],
          },
          {
            type: 'rich_text_list',
            style: 'ordered',
            offset: 2,
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'third' }] }],
          },
          { type: 'rich_text_quote', elements: [{ type: 'text', text: 'quoted' }] },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\n  b' }] },
        ],
      });
      expect(await article.locator('strong').textContent()).toBe('bold');
      expect(await article.locator('.rich-section code').textContent()).toBe('code');
      expect(await article.locator('.mention').textContent()).toBe('@Bob');
      expect(await article.locator('ol').getAttribute('start')).toBe('3');
      expect(await article.locator('blockquote').textContent()).toBe('quoted');
      expect(await article.locator('pre').textContent()).toBe('a\n  b');
    });

    it('a markdown block becomes headings, lists, code and tables', async () => {
      const text = '## Found\n- **one**\n- two\n\n```\nx\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |';
      const { page, article } = await show({ type: 'markdown', text });
      expect(await page.getByRole('heading', { name: 'Found' }).isVisible()).toBe(true);
      expect(await article.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two']);
      expect(await article.locator('pre').textContent()).toBe('x');
      expect(await article.getByRole('cell').allInnerTexts()).toEqual(['1', '2']);
    });

    it('a table has a head row and its alignments', async () => {
      const cell = (text: string) => ({ type: 'raw_text', text });
      const { article } = await show({
        type: 'table',
        column_settings: [{}, { align: 'right' }],
        rows: [
          [cell('Order'), cell('Total')],
          [cell('1042'), richText({ type: 'text', text: '129.00', style: { bold: true } })],
        ],
      });
      expect(await article.getByRole('columnheader').allInnerTexts()).toEqual(['Order', 'Total']);
      expect(await article.getByRole('cell').nth(1).getAttribute('class')).toBe('align-right');
    });

    it('a data table shows its caption and numbers', async () => {
      const { page } = await show({
        type: 'data_table',
        caption: 'Scores',
        rows: [[{ type: 'raw_text', text: 'Score' }], [{ type: 'raw_number', value: 42, text: '42' }]],
      });
      expect(await page.getByRole('region', { name: 'Scores' }).getByRole('cell').textContent()).toBe('42');
    });

    it('a task card says its state in words and shows details and output', async () => {
      const { article } = await show({
        type: 'task_card',
        task_id: 't',
        title: 'Look up order',
        status: 'complete',
        details: richText({ type: 'text', text: 'asking the shop' }),
        output: richText({ type: 'text', text: '1 order' }),
      });
      expect(await article.locator('.task').textContent()).toMatch(/Look up order\s*Done\s*asking the shop\s*1 order/);
    });

    it('a plan lists its tasks under its title', async () => {
      const { article } = await show({
        type: 'plan',
        title: 'Refund',
        tasks: [
          { type: 'task_card', task_id: '1', title: 'Find', status: 'complete' },
          { type: 'task_card', task_id: '2', title: 'Pay', status: 'in_progress' },
        ],
      });
      expect(await article.getByText('Refund').isVisible()).toBe(true);
      expect(await article.locator('.task-title').allInnerTexts()).toEqual(['Find', 'Pay']);
    });

    it('an alert names its level to people who hear it', async () => {
      const { page } = await show({ type: 'alert', level: 'warning', text: mrkdwn('*Careful*') });
      expect(await page.getByRole('note', { name: 'warning' }).textContent()).toBe('Careful');
    });

    it('a card shows title, subtitle, body and actions', async () => {
      const { page, article } = await show({
        type: 'card',
        block_id: 'c',
        title: mrkdwn('Order 1042'),
        subtitle: mrkdwn('paid'),
        body: mrkdwn('by card'),
        actions: [button('Open')],
      });
      expect(await article.locator('.card').textContent()).toMatch(/Order 1042\s*paid\s*by card\s*Open/);
      expect(await page.getByRole('button', { name: 'Open' }).isVisible()).toBe(true);
    });

    it('a collapsed container opens to show the blocks in it', async () => {
      const { page, article } = await show({
        type: 'container',
        block_id: 'k',
        title: plain('Details'),
        is_collapsible: true,
        default_collapsed: true,
        child_blocks: [{ type: 'section', text: plain('inside') }],
      });
      expect(await page.getByText('inside').isVisible()).toBe(false);
      await article.locator('summary').click();
      expect(await page.getByText('inside').isVisible()).toBe(true);
    });

    it('feedback and icon buttons send their action, icon buttons only to those who may see them', async () => {
      const { page } = await show({
        type: 'context_actions',
        block_id: 'f',
        elements: [
          {
            type: 'feedback_buttons',
            action_id: 'rate',
            positive_button: { text: plain('Good'), value: 'up', accessibility_label: 'Good answer' },
            negative_button: { text: plain('Bad'), value: 'down', accessibility_label: 'Bad answer' },
          },
          {
            type: 'icon_button',
            action_id: 'bin',
            icon: 'trash',
            text: plain('Delete'),
            visible_to_user_ids: ['U0BOB'],
          },
        ],
      });
      expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Bad answer' }).click();
      await expect.poll(() => workspace().asked.at(-1)?.body).toMatchObject({ action_id: 'rate', value: 'down' });
    });

    it('an overflow menu sends the chosen option', async () => {
      const { page } = await show(
        actions({
          type: 'overflow',
          action_id: 'more',
          options: [option('Copy id', 'copy'), option('View all', 'all')],
        }),
      );
      await page.getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'View all' }).click();
      await expect.poll(() => workspace().asked.at(-1)?.body).toMatchObject({ action_id: 'more', selected: 'all' });
    });

    it('a block type it does not know is named, not dropped', async () => {
      const { article } = await show({ type: 'hologram' });
      expect(await article.textContent()).toContain('does not draw "hologram"');
    });
  });
});
