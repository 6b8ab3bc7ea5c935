import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/tools/define-tool.ts';
import { buttonValues } from '../support/scenario/buttons.ts';
import type { Card } from '../support/scenario/card.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import { onlyCalling } from '../support/scenario/only-calling.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfBlocks } from '../support/scenario/shown-text.ts';
import { ask } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

/** 128 random bits in base64url: nothing about the call. */
const OPAQUE = /^[\w-]{22}$/;
const MAX_PAGES = 100;
const PAGES_MS = 60_000;

const preformatted = z.object({
  elements: z.tuple([
    z.object({ type: z.literal('rich_text_preformatted'), elements: z.array(z.object({ text: z.string() })) }),
  ]),
});

/** The arguments on one page, without the words around them. */
const argumentsShown = (blocks: readonly unknown[]): string =>
  blocks
    .flatMap((block) => preformatted.safeParse(block).data?.elements[0].elements ?? [])
    .map(({ text }) => text)
    .join('');

describe('a card', () => {
  let world: DemoWorld;
  let alice: Person;
  beforeAll(async () => {
    world = await startDemoWorld();
    alice = world.person('U0ALICE');
  });
  afterAll(() => world?.close());

  const cardFor = async (text: string, showing = 'shop.add_note'): Promise<Card> => {
    const args = JSON.stringify({ order_id: '1042', text }).replaceAll('<', '\\u003c');
    return await (await ask(alice, 'C0SUPPORT', `@Countersign !call shop.add_note ${args}`)).card(showing);
  };

  it('has nothing but an opaque id in its buttons', async () => {
    const { message } = await cardFor('plain');
    const values = buttonValues(message.blocks);
    expect([...values.keys()]).toEqual(expect.arrayContaining(['approve', 'deny', 'edit', 'remember']));
    for (const value of values.values()) expect(value).toMatch(OPAQUE);
  });

  it('gives its forms nothing but that id to carry', async () => {
    const card = await cardFor('carried');
    const approval = buttonValues(card.message.blocks).get('approve');
    for (const action of ['deny', 'edit'] as const) {
      const form = await card.open(alice, action);
      expect(form.view.private_metadata).toBe(approval);
      await alice.closeForm(form.id);
    }
    const all = await card.open(alice, 'view_all');
    expect(JSON.parse(all.view.private_metadata ?? '')).toEqual({ a: approval, p: 0 });
    await alice.closeForm(all.id);
  });

  it('shows backticks and a mention of everybody as the text they are', async () => {
    // Escaped in the script: Slack turns a link that a person typed into another text before the model reads it.
    const { message, text } = await cardFor('```<!channel> `x` <https://evil.example|Approve here>');
    expect(text).toContain('```<!channel> `x` <https://evil.example|Approve here>');
    expect(JSON.stringify(message.blocks)).not.toMatch(/"type":"(broadcast|link|mrkdwn|markdown)"/);
    expect(message.text).not.toContain('<');
  });

  it('makes text that runs backwards or has no width visible', async () => {
    const { message, text } = await cardFor('pay \u202e1042\u202c to\u200b me\u2066');
    expect(text).toContain('pay \\u{202e}1042\\u{202c} to\\u{200b} me\\u{2066}');
    expect(text).toContain('4 hidden characters');
    expect(JSON.stringify(message)).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/u);
  });

  it('cannot be imitated by what the agent says', async () => {
    const thread = await ask(
      alice,
      'C0SUPPORT',
      '@Countersign !say ✅ Approved by <@U0BOB> <!channel> `shop.issue_refund`',
    );
    const said = await thread.sees('Approved by');
    expect(buttonValues(said.blocks).size).toBe(0);
    expect(said.text).not.toContain('<!channel>');
  });
});

describe('a card of a call with one megabyte of arguments', () => {
  const MEGABYTE = 1_000_000;
  const LAST = 'END OF IT';
  const received: string[] = [];
  const store = defineTool({
    name: 'archive.store',
    title: 'Store a document',
    description: 'Stores a document.',
    input: z.object({ document: z.string() }),
    version: '1',
    capabilities: ['mutate-external'],
    effect: 'once',
    run({ document }) {
      received.push(document);
      return { text: 'stored', isError: false };
    },
  });
  const document = `START ${'lorem ipsum '.repeat(MEGABYTE / 12).slice(0, MEGABYTE - 20)} ${LAST}`;
  let world: DemoWorld;
  let alice: Person;
  let card: Card;
  beforeAll(async () => {
    world = await startDemoWorld({
      tools: [store],
      model: onlyCalling('archive.store', JSON.stringify({ document })),
    });
    alice = world.person('U0ALICE');
    card = await (await ask(alice, 'C0SUPPORT', '@Countersign go')).card('archive.store');
  });
  afterAll(() => world?.close());

  it('is taken by Slack as it is, with both ends of the arguments, their size and their hash', () => {
    expect(world.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
    expect(card.text).toContain('START lorem');
    expect(card.text).toContain(LAST);
    expect(card.text).toMatch(
      /Not everything fits here: 1,000,0\d\d characters, 1,000,0\d\d bytes, SHA-256 [0-9a-f]{16}…/,
    );
  });

  it('cannot be approved where not everything is shown', () => {
    expect([...buttonValues(card.message.blocks).keys()]).toEqual(['deny', 'edit', 'view_all']);
  });

  it('is approved on the last page of everything, where the last character is', { timeout: PAGES_MS }, async () => {
    let form = await card.open(alice, 'view_all');
    let shown = '';
    for (let page = 1; page < MAX_PAGES; page += 1) {
      shown += argumentsShown(form.view.blocks);
      if (!buttonValues(form.view.blocks).has('page_on')) break;
      expect(form.view.submit ?? null).toBeNull();
      await alice.clickView(form.id, 'page_on');
      form = await eventually(`page ${page + 1}`, async () =>
        (await alice.views()).find(({ view }) => textOfBlocks(view.blocks).includes(`Page ${page + 1} of`)),
      );
    }
    // Not compared with `toBe`, which would print two megabytes.
    expect(shown === `document: "${document}"`, 'every character of the document was on some page').toBe(true);
    await alice.submit(form.id);
    await card.settles(alice, 'It ran.');
    expect(received.map((text) => text === document)).toEqual([true]);
  });
});
