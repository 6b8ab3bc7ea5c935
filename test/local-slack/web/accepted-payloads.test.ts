import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './support/fixture-workspace.ts';
import { inBrowser } from './support/in-browser.ts';

interface Sample {
  readonly id: string;
  readonly payload: readonly JsonObject[];
}

const fixture = new URL('../../fixtures/slack/accept/blocks.json', import.meta.url);

/** Types this page has no drawing for, by choice: the bot never sends files or forms as messages. */
const undrawn = new Set(['file']);

describe('payloads Slack accepts', () => {
  inBrowser(({ open, workspace }) => {
    it('are all drawn without an error and without a type that is not known', async () => {
      const samples: readonly Sample[] = JSON.parse(readFileSync(fixture, 'utf8'));
      const messages = samples
        .filter(({ payload }) => !payload.some((block) => undrawn.has(String(block['type']))))
        .map(({ id, payload }, index) => ({
          ts: `17644176${String(index).padStart(2, '0')}.000100`,
          user: 'U0COUNTER',
          text: id,
          blocks: payload,
        }));
      workspace().listings.set('C0GENERAL', messages);
      const { page, troubles } = await open();
      await expect.poll(() => page.getByRole('article').count()).toBe(messages.length);
      expect(await page.getByText('This page does not draw').allInnerTexts()).toEqual([]);
      expect(troubles).toEqual([]);
    });
  });
});
