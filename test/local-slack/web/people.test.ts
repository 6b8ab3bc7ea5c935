import { describe, expect, it } from 'vitest';
import type { JsonObject } from './support/fixture-workspace.ts';
import { inBrowser } from './support/in-browser.ts';
import { actions, botMessage, button, mrkdwn, plain, sampleTs } from './support/samples.ts';

const deny = button('Deny', {
  style: 'danger',
  confirm: {
    title: plain('Deny this call?'),
    text: plain('The agent is told.'),
    confirm: plain('Yes, deny'),
    deny: plain('Wait'),
  },
});
const own: JsonObject = { ts: sampleTs, user: 'U0ALICE', text: 'helo &amp; <@U0BOB>' };
const threadPlace = `C0GENERAL/${sampleTs}`;

describe('what people do', () => {
  inBrowser(({ open, visit, workspace }) => {
    const lastAsked = () => workspace().asked.at(-1);

    it('a press goes to the workspace as that person', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve'))])]);
      const { page } = await visit('U0BOB/C0GENERAL');
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect.poll(lastAsked).toMatchObject({
        path: '/people/U0BOB/click',
        body: { channel: 'C0GENERAL', ts: sampleTs, action_id: 'approve', block_id: 'acts', value: 'v1' },
      });
    });

    it('a confirm dialog comes first, and no means nothing is sent', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(deny)])]);
      const { page } = await visit();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('alertdialog', { name: 'Deny this call?' }).getByRole('button', { name: 'Wait' }).click();
      expect(workspace().asked).toEqual([]);
    });

    it('yes in a confirm dialog sends the press', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(deny)])]);
      const { page } = await visit();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('button', { name: 'Yes, deny' }).click();
      await expect.poll(lastAsked).toMatchObject({ body: { action_id: 'deny' } });
    });

    it('a disabled button cannot be pressed', async () => {
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve', { disabled: true }))])]);
      const { page } = await visit();
      await page.getByRole('article').waitFor();
      expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    });

    it('a refusal is said on the page in words', async () => {
      workspace().answers.set('/click', { ok: false, error: 'app_did_not_answer' });
      workspace().listings.set('C0GENERAL', [botMessage([actions(button('Approve'))])]);
      const { page } = await open();
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('The app did not answer.');
    });

    it('switching people changes who looks', async () => {
      const { page } = await visit();
      await page.getByRole('combobox', { name: 'You are' }).selectOption('U0BOB');
      await expect.poll(() => page.url()).toContain('#/U0BOB/C0GENERAL');
    });

    it('the app itself is nobody one can be', async () => {
      const { page } = await visit();
      const names = await page.getByRole('combobox', { name: 'You are' }).locator('option').allInnerTexts();
      expect(names).toEqual(['Alice', 'Bob', 'Gus (guest)']);
    });

    it('a channel is a link', async () => {
      workspace().listings.set('C0SUPPORT', []);
      const { page } = await visit();
      await page.getByRole('link', { name: 'support' }).click();
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('support');
    });

    it('a mention by name is sent as one, and its thread opens', async () => {
      workspace().answers.set('/messages', { ok: true, channel: 'C0GENERAL', ts: sampleTs });
      workspace().listings.set(threadPlace, []);
      const { page } = await open();
      await page.getByRole('textbox', { name: 'Message' }).fill('@Countersign refund & tell @Bob');
      await page.keyboard.press('Enter');
      await page.getByRole('complementary', { name: 'Thread' }).waitFor();
      expect(workspace().asked[0]?.body).toEqual({ channel: 'C0GENERAL', text: '<@U0COUNTER> refund & tell <@U0BOB>' });
    });

    it('a slash command goes to the app as a command', async () => {
      const { page } = await open();
      await page.getByRole('textbox', { name: 'Message' }).fill('/countersign grants all');
      await page.keyboard.press('Enter');
      await expect.poll(lastAsked).toMatchObject({
        path: '/people/U0ALICE/commands',
        body: { channel: 'C0GENERAL', command: '/countersign', text: 'grants all' },
      });
    });

    it('what was refused stays in the field', async () => {
      workspace().answers.set('/messages', { ok: false, error: 'is_archived' });
      const { page } = await open();
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('hello');
      await page.keyboard.press('Enter');
      await page.getByText('This channel is archived.').waitFor();
      expect(await field.inputValue()).toBe('hello');
    });

    it('Stop is there while the answer streams, and stops that thread', async () => {
      workspace().listings.set(threadPlace, [
        own,
        { ts: '1764417700.0', user: 'U0COUNTER', text: 'On it', streaming_state: 'in_progress' },
      ]);
      const { page } = await visit(`U0ALICE/${threadPlace}`);
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect.poll(lastAsked).toMatchObject({
        path: '/people/U0ALICE/stop',
        body: { channel: 'C0GENERAL', thread_ts: sampleTs },
      });
    });

    it('Stop is there while the app says it is processing, and gone when it is not', async () => {
      workspace().listings.set(threadPlace, [{ ...own, session: { status: 'processing' } }]);
      const { page } = await visit(`U0ALICE/${threadPlace}`);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      workspace().listings.set(threadPlace, [{ ...own, session: { status: 'suspended' } }]);
      workspace().changed();
      await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    });

    it('one edits one’s own message as it was typed', async () => {
      workspace().listings.set('C0GENERAL', [own]);
      const { page } = await visit();
      await page.getByRole('article').hover();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit message' }).click();
      const field = page.getByRole('textbox', { name: 'Edit message' });
      expect(await field.inputValue()).toBe('helo & @Bob');
      await field.fill('hello');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect
        .poll(lastAsked)
        .toMatchObject({ method: 'PATCH', path: `/people/U0ALICE/messages/${sampleTs}`, body: { text: 'hello' } });
    });

    it('one deletes one’s own message after being asked', async () => {
      workspace().listings.set('C0GENERAL', [own]);
      const { page } = await visit();
      await page.getByRole('article').hover();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete message' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(lastAsked).toMatchObject({ method: 'DELETE', path: `/people/U0ALICE/messages/${sampleTs}` });
    });

    it("others' messages cannot be edited", async () => {
      workspace().listings.set('C0GENERAL', [{ ...own, user: 'U0BOB' }]);
      const { page } = await visit();
      await page.getByRole('article').hover();
      expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
    });

    it("the app's message shortcut is in the menu of any message", async () => {
      workspace().shortcuts = [{ name: 'Ask about this', type: 'message', callback_id: 'ask' }];
      workspace().listings.set('C0GENERAL', [{ ...own, user: 'U0BOB' }]);
      const { page } = await open();
      await page.getByRole('article').hover();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Ask about this' }).click();
      await expect.poll(lastAsked).toMatchObject({
        path: '/people/U0ALICE/shortcuts',
        body: { callback_id: 'ask', channel: 'C0GENERAL', ts: sampleTs },
      });
    });

    it('the Home tab asks to be opened and shows what was published', async () => {
      workspace().home = {
        id: 'V0HOME',
        type: 'home',
        blocks: [{ type: 'section', block_id: 'g', text: mrkdwn('*shop.add_note*'), accessory: button('Revoke') }],
      };
      const { page } = await visit('U0ALICE/U0COUNTER');
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(lastAsked).toMatchObject({ body: { view_id: 'V0HOME', action_id: 'revoke', block_id: 'g' } });
      const opened = workspace().asked.filter(({ path }) => path === '/people/U0ALICE/home/open');
      expect(opened.map(({ body }) => body)).toEqual([{ tab: 'messages' }, { tab: 'home' }]);
    });

    it('the drawer lists Web API calls as they happen, failures told apart', async () => {
      workspace().calls = [{ n: 1, at: 1764417600000, method: 'auth.test', args: {}, status: 200 }];
      const { page } = await open();
      await page.getByRole('button', { name: 'API calls' }).click();
      await page.getByText('auth.test').waitFor();
      workspace().calls = [
        ...workspace().calls,
        {
          n: 2,
          at: 1764417601000,
          method: 'views.open',
          args: { trigger_id: '1' },
          status: 200,
          error: 'expired_trigger_id',
        },
      ];
      workspace().changed();
      await page.getByText('expired_trigger_id').waitFor();
      const methods = await page.getByRole('region', { name: 'Web API calls' }).locator('.call-method').allInnerTexts();
      expect(methods).toEqual(['views.open', 'auth.test']);
    });
  });
});
