import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfBlocks, textOfMessage } from '../support/scenario/shown-text.ts';
import { ask } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

/** Longer than Slack waits for the answer to a submitted form. */
const SLOW_MS = 3_500;
/** Six tries, each twice as long after the one before as that was. */
const GIVEN_UP_WITHIN_MS = 40_000;

type Disk = 'well' | 'slow' | 'failing' | 'slow and failing';
let disk: Disk = 'well';

/** A store that is slow, or fails, when a decision is to be kept. */
const troubled = (real: Store): Store => ({
  ...real,
  log: {
    ...real.log,
    async append(conversation, events, options) {
      const isDecision = events.some(({ type }) => type === 'approval.decided');
      if (isDecision && disk === 'failing') throw new Error('the disk does not answer');
      const now = disk;
      if (isDecision && now.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      if (isDecision && now === 'slow and failing') throw new Error('the disk does not answer');
      return await real.log.append(conversation, events, options);
    },
  },
});

const note = (text: string): string => `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}`;

let world: DemoWorld;
let alice: Person;
beforeAll(async () => {
  world = await startDemoWorld({ store: troubled });
  alice = world.person('U0ALICE');
});
afterAll(() => world?.close());

const sees = (formId: string, text: string) =>
  eventually(`“${text}” in the form`, async () =>
    (await alice.views()).some(({ id, view }) => id === formId && textOfBlocks(view.blocks).includes(text)),
  );

describe('a form whose answer takes longer than Slack waits', () => {
  it('asks for patience, and then says that it was recorded', async () => {
    disk = 'well';
    const thread = await ask(alice, 'C0SUPPORT', note('slowly'));
    const card = await thread.card('slowly');
    const form = await card.open(alice, 'deny');
    disk = 'slow';
    await alice.submit(form.id, { reason: 'no' });
    await sees(form.id, 'This takes longer than usual.');
    expect((await world.events(thread)).map(({ type }) => type)).not.toContain('approval.decided');
    await sees(form.id, 'Recorded.');
    expect((await world.events(thread)).map(({ type }) => type)).toContain('approval.decided');
    await alice.closeForm(form.id);
  });
});

describe('a form that is gone before its answer is there', () => {
  /** Submits the form of Deny to such a disk, and closes it while it asks for patience. */
  async function closedTooEarly(text: string, how: 'slow' | 'slow and failing') {
    disk = 'well';
    const thread = await ask(alice, 'C0SUPPORT', note(text));
    const card = await thread.card(text);
    const form = await card.open(alice, 'deny');
    disk = how;
    await alice.submit(form.id, { reason: 'no' });
    await sees(form.id, 'This takes longer than usual.');
    await alice.closeForm(form.id);
    return thread;
  }
  const isTold = (text: string) =>
    eventually(`“${text}” by direct message`, async () =>
      (await alice.messages('U0COUNTER')).some((message) => textOfMessage(message).includes(text)),
    );

  it('has it said by direct message: it was recorded', async () => {
    const thread = await closedTooEarly('closed', 'slow');
    await isTold('About the form you submitted a moment ago: Recorded');
    expect((await world.events(thread)).map(({ type }) => type)).toContain('approval.decided');
  });

  it('has it said by direct message: nothing was recorded', async () => {
    const thread = await closedTooEarly('closed and lost', 'slow and failing');
    await isTold('nothing was recorded');
    disk = 'well';
    expect((await world.events(thread)).map(({ type }) => type)).not.toContain('approval.decided');
  });
});

describe('an answer that cannot be kept', () => {
  it('from a form: nothing was recorded, and that is final', async () => {
    disk = 'well';
    const thread = await ask(alice, 'C0SUPPORT', note('not at all'));
    const card = await thread.card('not at all');
    const form = await card.open(alice, 'deny');
    disk = 'failing';
    await alice.submit(form.id, { reason: 'no' });
    await sees(form.id, 'nothing was recorded');
    disk = 'well';
    const events = await world.events(thread);
    expect(events.at(-1)).toMatchObject({ type: 'click.refused', action: 'deny', because: 'gave-up' });
    await alice.closeForm(form.id);
    await card.press(alice, 'approve');
    await card.settles(alice, 'Approved by');
  });

  it('from a button: whoever pressed is told once it is given up, and it is not recorded afterwards', {
    timeout: GIVEN_UP_WITHIN_MS + 20_000,
  }, async () => {
    disk = 'well';
    const thread = await ask(alice, 'C0SUPPORT', note('given up'));
    const card = await thread.card('given up');
    disk = 'failing';
    await card.press(alice, 'approve');
    const deadline = Date.now() + GIVEN_UP_WITHIN_MS;
    const refused = async () => (await world.events(thread)).find(({ type }) => type === 'click.refused');
    while ((await refused()) === undefined && Date.now() < deadline) await new Promise((r) => setTimeout(r, 250));
    disk = 'well';
    expect(await refused()).toMatchObject({ action: 'approve', because: 'gave-up' });
    await thread.isToldPrivately(alice, 'nothing was recorded');
    expect((await world.events(thread)).map(({ type }) => type)).not.toContain('approval.decided');
    await card.press(alice, 'approve');
    await card.settles(alice, 'Approved by');
    const decisions = (await world.events(thread)).filter(({ type }) => type === 'approval.decided');
    expect(decisions).toHaveLength(1);
  });
});
