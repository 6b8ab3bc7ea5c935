import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LocalSlack, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { withChromium } from '../../support/with-chromium.ts';
import { actions, button } from './support/samples.ts';

const API_ANSWER = z.object({ ok: z.literal(true), ts: z.string() });

describe('the page in its own workspace', () => {
  withChromium((path) => {
    let page: Page;
    let workspace: LocalSlack;
    const troubles: string[] = [];

    beforeAll(async () => {
      workspace = await startLocalSlack({ rateLimits: 'off', ackDeadlineMs: 50 });
      page = await (await sharedChromium(path)).newPage();
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 424')) troubles.push(message.text());
      });
      await page.goto(`${workspace.url}/#/U0ALICE/C0GENERAL`);
    });
    afterAll(async () => {
      await page?.close();
      await workspace?.close();
    });

    async function api(method: string, body: object) {
      const response = await fetch(`${workspace.url}/api/${method}`, {
        method: 'POST',
        headers: { authorization: 'Bearer xoxb-local', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return API_ANSWER.parse(await response.json());
    }

    it('a person says something, the app answers in its thread with a stream and a card', async () => {
      await page.getByRole('textbox', { name: 'Message' }).fill('@Countersign refund <1042> & co');
      await page.keyboard.press('Enter');
      const thread = page.getByRole('complementary', { name: 'Thread' });
      await thread.getByText('refund <1042> & co').waitFor();
      const root = page.url().split('/').at(-1) ?? '';
      const place = { channel: 'C0GENERAL', thread_ts: root };

      const recipient = { recipient_user_id: 'U0ALICE', recipient_team_id: 'T0LOCAL' };
      const { ts } = await api('chat.startStream', { ...place, ...recipient, markdown_text: 'Looking **it** up' });
      await thread.getByText('Looking it up').waitFor();
      await thread.getByRole('button', { name: 'Stop' }).waitFor();
      await api('chat.stopStream', { channel: place.channel, ts, markdown_text: ' now.' });
      await thread.getByText('Looking it up now.').waitFor();
      await expect.poll(() => thread.getByRole('button', { name: 'Stop' }).count()).toBe(0);

      await api('chat.postMessage', {
        ...place,
        text: 'card',
        blocks: [actions(button('Approve', { style: 'primary' }))],
      });
      await thread.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The app did not answer. Is the bot running?').waitFor();
      expect(troubles).toEqual([]);
    });
  });
});
