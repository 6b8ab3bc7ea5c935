import { describe, expect, it } from 'vitest';
import type { JsonObject } from './support/fixture-workspace.ts';
import { inBrowser } from './support/in-browser.ts';
import { actions, button, input, mrkdwn, openModal, option } from './support/samples.ts';

const reason = input('reason', 'Reason', { type: 'plain_text_input', multiline: true });

describe('modals', () => {
  inBrowser(({ visit, workspace }) => {
    async function show(blocks: readonly JsonObject[], more: JsonObject = {}) {
      workspace().views = [openModal(blocks, more)];
      const { page } = await visit();
      const dialog = page.getByRole('dialog', { name: 'Edit arguments' });
      await dialog.waitFor();
      return { page, dialog };
    }

    it('send every kind of field as a plain value by its block', async () => {
      const { dialog, page } = await show([
        input('text', 'Text', { type: 'plain_text_input', initial_value: 'a' }),
        input('number', 'Number', { type: 'number_input', is_decimal_allowed: false, initial_value: '1' }),
        input('select', 'Method', {
          type: 'static_select',
          options: [option('Card', 'card'), option('Voucher', 'voucher')],
        }),
        input('radio', 'Speed', { type: 'radio_buttons', options: [option('Slow', 'slow'), option('Fast', 'fast')] }),
        input('boxes', 'Notify', { type: 'checkboxes', options: [option('Mail', 'mail'), option('Phone', 'phone')] }),
        input('date', 'Day', { type: 'datepicker', initial_date: '2026-11-29' }),
        input('time', 'Hour', { type: 'timepicker', initial_time: '14:05' }),
        input('tags', 'Tags', { type: 'multi_static_select', options: [option('Fragile', 'f'), option('Rush', 'r')] }),
        input('empty', 'Note', { type: 'plain_text_input' }, { optional: true }),
      ]);
      await dialog.getByLabel('Text').fill('changed');
      await dialog.getByLabel('Number').fill('12');
      await dialog.getByLabel('Method').selectOption('voucher');
      await dialog.getByRole('radio', { name: 'Fast' }).check();
      await dialog.getByRole('checkbox', { name: 'Phone' }).check();
      await dialog.getByRole('combobox', { name: 'Tags' }).fill('rus');
      await dialog.getByRole('option', { name: 'Rush' }).click();
      await dialog.getByRole('button', { name: 'Approve edited' }).click();
      await expect.poll(() => workspace().asked.at(-1)?.path).toBe('/people/U0ALICE/views/V1/submit');
      expect(workspace().asked.at(-1)?.body).toEqual({
        values: {
          text: 'changed',
          number: '12',
          select: 'voucher',
          radio: 'fast',
          boxes: ['phone'],
          date: '2026-11-29',
          time: '14:05',
          tags: ['r'],
          empty: null,
        },
      });
      expect(await page.getByRole('dialog').count()).toBe(1);
    });

    it("the app's errors stand below their fields, and the first is where one goes on", async () => {
      workspace().answers.set('/submit', { ok: true, errors: { reason: 'Too short.' } });
      const { dialog, page } = await show([reason]);
      await dialog.getByLabel('Reason').fill('x');
      await dialog.getByRole('button', { name: 'Approve edited' }).click();
      await dialog.getByText('Too short.').waitFor();
      const field = dialog.getByLabel('Reason');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
      expect(await field.inputValue()).toBe('x');
    });

    it('a required field left empty is said at once, and the app is not asked', async () => {
      const { dialog } = await show([reason]);
      await dialog.getByRole('button', { name: 'Approve edited' }).click();
      await dialog.getByText('Please complete this required field.').waitFor();
      expect(workspace().asked).toEqual([]);
    });

    it('a number that is none is said at once', async () => {
      const { dialog } = await show([
        input('n', 'Amount', { type: 'number_input', is_decimal_allowed: false, max_value: '50' }),
      ]);
      await dialog.getByLabel('Amount').fill('51');
      await dialog.getByRole('button', { name: 'Approve edited' }).click();
      expect(await dialog.getByText('Please enter 50 or less.').isVisible()).toBe(true);
    });

    it('errors that came while the page was away are shown', async () => {
      const { dialog } = await show([reason], { errors: { reason: 'Say why.' } });
      expect(await dialog.getByText('Say why.').isVisible()).toBe(true);
    });

    it('what was typed stays when the app updates the view', async () => {
      const { dialog, page } = await show([reason]);
      await dialog.getByLabel('Reason').fill('half a sent');
      workspace().views = [openModal([{ type: 'section', text: mrkdwn('New above') }, reason], { hash: '2.b' })];
      workspace().changed();
      await page.getByText('New above').waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('half a sent');
    });

    it('a view on top hides the one below, which comes back as it was', async () => {
      const { dialog } = await show([reason]);
      await dialog.getByLabel('Reason').fill('kept');
      const below = openModal([reason]);
      workspace().views = [below, openModal([{ type: 'section', text: mrkdwn('On top') }], { id: 'V2' })];
      workspace().changed();
      await dialog.getByText('On top').waitFor();
      workspace().views = [below];
      workspace().changed();
      await dialog.getByLabel('Reason').waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('kept');
    });

    it('a button inside sends what stands in the fields along', async () => {
      const { dialog } = await show([reason, actions(button('Preview'))]);
      await dialog.getByLabel('Reason').fill('because');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect
        .poll(() => workspace().asked.at(-1)?.body)
        .toEqual({ action_id: 'preview', block_id: 'acts', value: 'v1', view_id: 'V1', values: { reason: 'because' } });
    });

    it('Escape tells the app that it was closed', async () => {
      const { page } = await show([reason]);
      await page.keyboard.press('Escape');
      await expect.poll(() => workspace().asked.at(-1)?.path).toBe('/people/U0ALICE/views/V1/close');
    });

    it('goes when the workspace has closed it', async () => {
      const { page } = await show([reason]);
      workspace().views = [];
      workspace().changed();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    });

    it('an external select asks the app for options while one types', async () => {
      workspace().answers.set('/suggestions', { ok: true, options: [option('Order 1042', '1042')] });
      const { dialog } = await show([input('order', 'Order', { type: 'external_select', min_query_length: 2 })]);
      await dialog.getByRole('combobox', { name: 'Order' }).pressSequentially('10');
      await dialog.getByRole('option', { name: 'Order 1042' }).click();
      await dialog.getByRole('button', { name: 'Approve edited' }).click();
      await expect.poll(() => workspace().asked.at(-1)?.body).toEqual({ values: { order: '1042' } });
      expect(workspace().asked[0]?.body).toMatchObject({ view_id: 'V1', action_id: 'value', value: '10' });
    });
  });
});
