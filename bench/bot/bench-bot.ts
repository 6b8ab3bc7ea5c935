import { makeAuthorise } from '../../src/conversation/authorise.ts';
import type { Answering, AnsweringOutcome } from '../../src/conversation/commands.ts';
import { makeCommands } from '../../src/conversation/make-commands.ts';
import type { Persona } from '../../src/conversation/persona.ts';
import { makeConversations } from '../../src/conversation/reader.ts';
import type { WhilePaused } from '../../src/conversation/receive.ts';
import { makeRecorderFor } from '../../src/conversation/recorder.ts';
import { makeRunNext } from '../../src/conversation/run-next.ts';
import { makeVerifyDecision } from '../../src/conversation/verify.ts';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import type { ApprovalId, ConversationId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { generateKey, type Keyring, readKeyring } from '../../src/platform/keyring.ts';
import { systemClock, systemIds } from '../../src/platform/system.ts';
import { silent } from '../../src/ports/logger.ts';
import type { Model } from '../../src/ports/model.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Surface } from '../../src/ports/surface.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { withPolicy } from '../../src/tools/with-policy.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { alice, directory, policy, team } from './people.ts';

/** Nobody watches: what Slack takes is Slack's. */
const surface: Surface = { openAnswer: () => ({ push() {}, async end() {} }), canAsk: async () => true };
const places = { of: () => ({ team, enterprise: null, channel: 'C0BENCH' }) };

/** Claims of one `work` call: more than any scenario here takes, so that a turn that never ends is an error. */
const MAX_CLAIMS = 1_000;

export interface BenchBot {
  /** A person says something; appended, not yet worked on. */
  say(conversation: ConversationId, text: string): Promise<void>;
  /** Claims and runs until nothing is due. */
  work(): Promise<void>;
  pending(conversation: ConversationId): Promise<readonly ApprovalId[]>;
  /** Notes where the card stands, as the outbox does once Slack has taken it. */
  cardPosted(approvalId: ApprovalId): Promise<void>;
  answer(approvalId: ApprovalId, kind: 'approve' | 'deny', person?: Person): Promise<AnsweringOutcome>;
}

export const benchKeyring = (): Keyring => readKeyring(generateKey(new Date()));

/** Everything of the bot but Slack and the worker's own loop, over a store: real log, gate, policy, signatures. */
export function benchBot(store: Store, model: Model, tools: readonly Tool[], keyring: Keyring): BenchBot {
  const whilePaused: WhilePaused = 'queue';
  const parts = { clock: systemClock, ids: systemIds, places, signer: ed25519Signer(keyring), whilePaused };
  const conversations = makeConversations(store.log);
  const authorise = makeAuthorise(directory);
  const persona: Persona = {
    name: null,
    model,
    toolbox: withPolicy(makeToolbox(tools), policy),
    policy,
    system: 'You help.',
    webSearch: false,
    cacheHint: 'none',
    maxSteps: 40,
    compactAboveChars: null,
    temperature: null,
    maxTokens: null,
    loop: loopConfig({}),
    hooks: [],
  };
  const personas = (): Persona => persona;
  const runNext = makeRunNext({
    ...parts,
    conversations,
    personas,
    surface,
    directory,
    logger: silent,
    isShuttingDown: () => false,
    whilePaused: 'supersede',
    recorderFor: makeRecorderFor({ ...parts, conversations }),
    verify: makeVerifyDecision(ed25519Verifier(keyring)),
    authorise,
  });
  const commands = makeCommands({
    ...parts,
    conversations,
    index: store.index,
    authorise,
    directory,
    personas,
    worker: { abort() {} },
  });
  const owner = systemIds.uuid();
  const signal = new AbortController().signal;

  return {
    async say(conversation, text) {
      const messageId = systemIds.token();
      const message = { conversation, messageId, author: alice, text, addressed: true, persona: null, backfill: [] };
      await commands.receive(message);
    },
    async work() {
      for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
        const claim = await store.work.claim(owner, LEASE_MS);
        if (claim === null) return;
        const again = await runNext(claim, signal);
        await store.work.release(claim, again ?? undefined);
      }
      throw new Error(`work was due after ${MAX_CLAIMS} claims`);
    },
    async pending(conversation) {
      const { approvals } = (await conversations.read(conversation)).approvals;
      return [...approvals].flatMap(([id, { status }]) => (status.kind === 'pending' ? [id] : []));
    },
    cardPosted: (approvalId) => commands.cardPosted(approvalId, cardOf(approvalId)),
    answer: (approvalId, kind, person = alice) => commands.answer(answering(approvalId, kind, person)),
  };
}

const cardOf = (approvalId: ApprovalId) => ({ channel: 'C0BENCH', message: `card of ${approvalId}` });

const answering = (approvalId: ApprovalId, kind: 'approve' | 'deny', person: Person): Answering => ({
  approvalId,
  person,
  enterprise: null,
  card: cardOf(approvalId),
  answer: kind === 'approve' ? { kind, note: null } : { kind, reason: null },
});
