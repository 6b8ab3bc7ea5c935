import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { sharedChromium } from '../support/chromium.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import { makePictures } from '../support/scenario/pictures.ts';
import { callInDoubt } from '../support/slack/call-in-doubt.ts';
import { withChromium } from '../support/with-chromium.ts';

/** A browser on a busy machine. */
const PATIENCE_MS = 15_000;
const TEST_MS = 60_000;
const START_MS = 60_000;
const ENDLESS_MS = 600_000;

const note = (text: string): string => `!call shop.add_note {"order_id":"1042","text":"${text}"}`;

describe('a person at the page', { timeout: TEST_MS }, () => {
  withChromium((path) => {
    let world: DemoWorld;
    let page: Page;
    let thread: Locator;
    let store: Store;
    let pictures: ReturnType<typeof makePictures>;
    const troubles: string[] = [];

    beforeAll(async () => {
      const keep = (real: Store): Store => {
        store = real;
        return real;
      };
      world = await startDemoWorld({ store: keep });
      page = await (await sharedChromium(path)).newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(message.text());
      });
      pictures = makePictures(page);
      await page.goto(`${world.url}/#/U0ALICE/C0SUPPORT`);
      thread = page.getByRole('complementary', { name: 'Thread' });
    }, START_MS);
    afterAll(async () => {
      await page?.close();
      await world?.close();
    });

    /** Says something in the channel; its thread opens beside it. */
    async function ask(text: string): Promise<void> {
      await page.goto(`${world.url}/#/U0ALICE/C0SUPPORT`);
      await page.getByRole('textbox', { name: 'Message' }).fill(`@Countersign ${text}`);
      await page.keyboard.press('Enter');
      await thread.waitFor();
    }
    const press = (name: string): Promise<void> => thread.getByRole('button', { name, exact: true }).click();
    const dialog = (name: string): Locator => page.getByRole('dialog', { name });
    const seen = (text: string): Promise<void> => thread.getByText(text).first().waitFor();
    const notes = () => world.effects().map(({ args }) => args);

    it('watches an answer grow, and stops it', async () => {
      await ask(`!say The answer begins\n!wait ${ENDLESS_MS}\n!say and never ends`);
      await seen('The answer begins');
      await press('Stop');
      await seen('Stopped by');
      expect(await thread.getByText('and never ends').count()).toBe(1); // in the question alone
    });

    it('approves, after being asked whether they are sure', async () => {
      const before = world.effects().length;
      await ask('refund order 1042');
      await seen('I would refund it in full.');
      await pictures.take('card', thread.getByRole('button', { name: 'View all' }));
      await press('Approve');
      await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Approve' }).click();
      await seen('Order 1042 is refunded');
      expect(world.effects().slice(before)).toMatchObject([
        { tool: 'shop.issue_refund', args: { amount_cents: 4900 } },
      ]);
    });

    it('denies with a reason, which the agent hears', async () => {
      await ask('refund order 1041');
      await press('Deny');
      await dialog('Deny').getByLabel('In your own words').fill('not without a receipt');
      await dialog('Deny').getByRole('button', { name: 'Deny' }).click();
      await seen('I did not do it: the request was denied.');
      await seen('Denied by');
      expect(await thread.getByText('not without a receipt').count()).toBeGreaterThan(0);
    });

    it('corrects the arguments in the form, which says what is wrong with a first try', async () => {
      await ask('refund order 1043');
      await press('Edit arguments');
      const form = dialog('Edit arguments');
      const amount = form.getByLabel('amount_cents');
      await amount.fill('0');
      await form.getByRole('button', { name: 'Approve edited' }).click();
      await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
      await pictures.take('edit-form', amount);
      await amount.fill('2500');
      await form.getByRole('button', { name: 'Approve edited' }).click();
      await seen('Order 1043 is refunded');
      await seen('It ran.');
      await pictures.take('settled-card', thread.getByText('What was changed'));
      expect(world.effects().at(-1)).toMatchObject({ args: { order_id: '1043', amount_cents: 2500 } });
    });

    it('is not asked again after having said so, until they take it back in App Home', async () => {
      await ask(`${note('first')}\n!step\n${note('second')}\n!step\n!say both are noted`);
      await press("Approve & don't ask again");
      await seen('both are noted');
      await expect.poll(notes).toEqual(expect.arrayContaining([{ order_id: '1042', text: 'second' }]));
      const question = page.url();

      await page.goto(`${world.url}/#/U0ALICE/home`);
      const home = page.getByRole('region', { name: 'Home' });
      const takeBack = home.getByRole('button', { name: 'Take back' });
      await takeBack.waitFor();
      await pictures.take('app-home', takeBack);
      await takeBack.click();
      await home.getByText('You are asked about everything.').waitFor();

      await page.goto(question);
      await thread.getByRole('textbox').fill(note('third'));
      await page.keyboard.press('Enter');
      await thread.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      expect(JSON.stringify(notes())).not.toContain('third');
    });

    it('decides about many calls of one turn one by one, in one message', async () => {
      const calls = Array.from({ length: 7 }, (_, n) => note(`number ${n + 1}`));
      await ask(`${calls.join('\n')}\n!step\n!say as you wish`);
      await seen('Approval needed: calls 1–7 of 7');
      await thread.getByRole('button', { name: 'Approve', exact: true }).nth(1).click();
      await seen('It ran.');
      await pictures.take('many-calls', thread.getByText('1. Add a note'));
      expect(notes()).toContainEqual({ order_id: '1042', text: 'number 2' });
      expect(JSON.stringify(notes())).not.toContain('number 1"');
    });

    it('is asked whether a call ran, when its process died in it', async () => {
      const argsJson = '{"amount_cents":4900,"method":"original","order_id":"1042","reason":"Late delivery"}';
      const { channel, ts } = await world.person('U0ALICE').say('C0SUPPORT', 'refund order 1042 for the late delivery');
      const doubt = callInDoubt({ name: 'doubt', toolName: 'shop.issue_refund', argsJson, user: 'U0ALICE' });
      const conversation = conversationOf({ team: 'T0LOCAL', channel, ts });
      await store.log.append(conversation, doubt, { after: 0, wake: 'now' });
      await page.goto(`${world.url}/#/U0ALICE/${channel}/${ts}`);
      await seen('Did this run?');
      await pictures.take('outcome-unknown', thread.getByRole('button', { name: 'It ran' }));
      await press('It ran');
      await seen('Answered: it ran');
    });

    it('sees a page that had no trouble with any of it', () => {
      expect(troubles).toEqual([]);
    });
  });
});
