import { join } from 'node:path';
import type { ConversationId } from '../../../src/domain/ids.ts';
import { keptDesk, signedRoundTrip } from '../../bot/desk.ts';
import { HISTORY_MESSAGES } from '../../bot/scenario.ts';
import { folders, serve } from '../serve.ts';
import { noGate, perDelta, roundTrip } from './in-memory.ts';
import { coldFold, longConversation } from './long-conversation.ts';
import { flip, race, reissue, replay } from './probes.ts';

const { disk, memory } = folders();
const inMemory = keptDesk(':memory:');
const onDisk = keptDesk(join(disk, 'countersign.db'));
const onMemoryDisk = keptDesk(join(memory ?? disk, 'countersign-memory.db'));

const SHORT = 100;
const LONG = 10_000;
/** Each approval adds some 14 events; after this many a conversation is too long to be called by its length. */
const APPROVALS_EACH = 40;
let long: { readonly conversation: ConversationId; approvals: number } | undefined;

/** Where a long conversation goes on, looked at before so that its fold is in memory. */
async function longOne() {
  const desk = await inMemory();
  if (long === undefined || long.approvals === APPROVALS_EACH) {
    long = { conversation: await longConversation(desk.store.log, LONG), approvals: 0 };
    await desk.bot.pending(long.conversation);
  }
  return { desk, long };
}

serve({
  cases: {
    'no-gate': noGate,
    'approve-1': () => roundTrip({}),
    'approve-1-signed': async () => signedRoundTrip(await inMemory()),
    'approve-5': () => roundTrip({ calls: 5 }),
    'deny-1': () => roundTrip({ answer: 'deny' }),
    'history-200': () => roundTrip({ earlierMessages: HISTORY_MESSAGES }),
    delta: perDelta,
    'approve-1-memory-disk': async () => signedRoundTrip(await onMemoryDisk()),
    'approve-1-flushed': async () => signedRoundTrip(await onDisk()),
    'approve-1-as-shipped': async () => signedRoundTrip(await onDisk()),
    // A conversation grows with every turn, so a short one is made anew and looked at once before it is timed.
    'resume-100': async () => {
      const desk = await inMemory();
      const conversation = await longConversation(desk.store.log, SHORT);
      await desk.bot.pending(conversation);
      return signedRoundTrip(desk, conversation);
    },
    'resume-10000': async () => {
      const { desk, long } = await longOne();
      long.approvals += 1;
      return signedRoundTrip(desk, long.conversation);
    },
    'cold-fold-10000': async () => {
      const { desk, long } = await longOne();
      return coldFold(desk.store.log, long.conversation);
    },
  },
  probes: {
    race: () => race(disk),
    replay: () => replay(disk),
    flip: () => flip(disk),
    reissue: () => reissue(disk),
  },
});
