import { expect, it } from 'vitest';
import { StoreError } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { botsPerTest, C } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

const bot = botsPerTest();
const failure = () => Promise.reject(new StoreError('store-unavailable', 'the disk does not answer'));

/**
 * A store that fails once when the message being written is known, so that it is left half-shown, and once when the
 * step is to be kept, so that its turn is never ended.
 */
async function failingStore() {
  const real = await openSqliteStore({ path: ':memory:', now: Date.now });
  let remembered = 0;
  let refusedSteps = 0;
  return {
    ...real,
    openStreams: {
      ...real.openStreams,
      remember(stream: Parameters<typeof real.openStreams.remember>[0]) {
        remembered += 1;
        return remembered === 3 ? failure() : real.openStreams.remember(stream);
      },
    },
    log: {
      ...real.log,
      append(...args: Parameters<typeof real.log.append>) {
        const isStep = args[1].some(({ type }) => type === 'step.accepted');
        if (!isStep || refusedSteps > 0) return real.log.append(...args);
        refusedSteps += 1;
        return failure();
      },
    },
  };
}

it('an answer left half-shown by a failing disk is ended by the same process, and the turn goes on', async () => {
  const slack = await bot({ store: await failingStore() });
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !say the whole answer\n!wait 200');
  const ended = await eventually('no stream to be open', async () => {
    const replies = (await alice.messages(C, root.ts)).slice(1);
    const open = replies.some(({ streaming_state: state }) => state !== undefined && state !== 'completed');
    const texts = replies.map(({ text }) => text);
    return !open && texts.some((text) => text.includes('the whole answer')) && texts.length > 1 ? texts : null;
  });
  expect(ended.filter((text) => text.includes('interrupted'))).toHaveLength(1);
});
