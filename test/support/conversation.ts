import { makeAuthorise } from '../../src/conversation/authorise.ts';
import { makeCommands } from '../../src/conversation/make-commands.ts';
import type { Persona } from '../../src/conversation/persona.ts';
import { makeConversations } from '../../src/conversation/reader.ts';
import type { WhilePaused } from '../../src/conversation/receive.ts';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { allCapabilities } from '../../src/domain/capability.ts';
import type { ApprovalRequest, DomainEvent } from '../../src/domain/event.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import type { Policy, Treatment } from '../../src/domain/policy.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import type { Directory, Profile } from '../../src/ports/directory.ts';
import type { Ids } from '../../src/ports/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Toolbox } from '../../src/ports/tools.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';

export const here = conversationId('T0LOCAL:C0GENERAL:1.000100');
export const alice: Person = { team: 'T0LOCAL', user: 'U0ALICE' };
export const bob: Person = { team: 'T0LOCAL', user: 'U0BOB' };
export const carol: Person = { team: 'T0LOCAL', user: 'U0CAROL' };
export const theCard = { channel: 'C0GENERAL', message: '2.000200' };
export const theApproval = approvalId('approval-1');
export const theTurn = turnId('turn-1');
export const startTime = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

export const keyring = readKeyring(generateKey(new Date(startTime)));

export const treatment: Treatment = {
  decision: 'ask',
  reason: null,
  capabilities: null,
  effect: null,
  idempotent: null,
  destructive: null,
  approvers: requesterOnly,
  expiresAfterMs: HOUR_MS,
  remindAfterMs: null,
  escalateTo: null,
  grantBy: 'requester',
  grantTtlMs: 8 * HOUR_MS,
};

export const policy: Policy = {
  rules: [],
  otherwise: treatment,
  escalateSandboxDenials: false,
  base: allCapabilities,
  webSearchWhileTainted: false,
  mode: 'enforce',
};

/** An asked question as the log has it, for what a test does not care about. */
export const askedRequest = (given: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  approvalId: theApproval,
  turnId: theTurn,
  call: { requestId: requestId('call-1'), toolName: 'shop.add_note', argsJson: '{"order_id":"1042","text":"hi"}' },
  effectiveArgsJson: null,
  injectedContext: null,
  title: 'Add a note',
  reason: '',
  missing: [],
  required: ['mutate-external'],
  sandbox: null,
  toolDefHash: 'hash-1',
  effect: 'idempotent',
  cacheable: true,
  destructive: false,
  principal: alice,
  approvers: { ...requesterOnly, channels: ['here'] },
  grantBy: 'requester',
  grantTtlMs: 8 * HOUR_MS,
  taint: null,
  requestedAt: startTime,
  expiresAt: startTime + HOUR_MS,
  remindAt: null,
  escalateTo: null,
  earlier: null,
  ...given,
});

/** The events up to a paused turn of Alice's with one posted card. */
export const pausedWith = (request: ApprovalRequest): readonly DomainEvent[] => [
  { type: 'message.received', messageId: 'm1', author: alice, text: 'do it', addressed: true, persona: null },
  { type: 'turn.started', turnId: theTurn, principal: alice, takes: ['m1'], epoch: 1, persona: null },
  {
    type: 'step.accepted',
    turnId: theTurn,
    text: '',
    calls: [{ kind: 'call', providerCallId: 'p1', ...request.call }],
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
    stop: 'tool-calls',
    grounded: false,
    providerState: null,
  },
  { type: 'approval.requested', request },
  { type: 'turn.paused', turnId: theTurn, approvals: [request.approvalId] },
  { type: 'card.posted', approvalId: request.approvalId, card: theCard },
];

export const profileOf = (person: Person, given: Partial<Profile> = {}): Profile => ({
  person,
  name: person.user,
  bot: false,
  deactivated: false,
  guest: false,
  stranger: false,
  admin: false,
  ...given,
});

/** A directory in which everyone is an ordinary member of every channel and of no group, unless a test says otherwise. */
export const directoryOf = (given: Partial<Directory> = {}): Directory => ({
  profile: async (person) => profileOf(person),
  isInGroup: async () => false,
  isInChannel: async () => true,
  isShared: async () => false,
  ...given,
});

const noTools: Toolbox = { tools: [], find: () => undefined };

/** Ids that are counted, so that no two from here are alike. */
export function countedIds(): Ids {
  let count = 0;
  return { uuid: () => `uuid-${++count}`, token: () => `token-${++count}` };
}

/** The conversation layer over a real store in memory, with a clock that a test moves. */
export async function conversationWith(options: {
  readonly events?: readonly DomainEvent[];
  readonly directory?: Directory;
  readonly toolbox?: Toolbox;
  readonly whilePaused?: WhilePaused;
  /** Absent: a new one in memory. */
  readonly store?: Store;
  /** Absent: new ones, counted from one. */
  readonly ids?: Ids;
}) {
  const clock = { time: startTime, now: () => clock.time };
  /** How far the store's clock is ahead of ours. */
  const skew = { ms: 0 };
  const inMemory = () => openSqliteStore({ path: ':memory:', now: () => clock.time + skew.ms });
  const store: Store = options.store ?? (await inMemory());
  const conversations = makeConversations(store.log);
  const directory = options.directory ?? directoryOf();
  const signer = ed25519Signer(keyring);
  const ids = options.ids ?? countedIds();
  const places = { of: () => ({ team: 'T0LOCAL', enterprise: null, channel: 'C0GENERAL' }) };
  const aborted: string[] = [];
  const authorise = makeAuthorise(directory);
  const personas = (): Persona => ({
    name: null,
    model: { name: 'none', stream: () => ({ async *[Symbol.asyncIterator]() {} }) },
    toolbox: options.toolbox ?? noTools,
    policy,
    system: '',
    webSearch: false,
    cacheHint: 'none',
    maxSteps: 10,
    compactAboveChars: null,
    temperature: null,
    maxTokens: null,
    loop: loopConfig({}),
    hooks: [],
  });
  const commands = makeCommands({
    conversations,
    index: store.index,
    authorise,
    directory,
    places,
    signer,
    clock,
    ids,
    personas,
    worker: { abort: (id) => void aborted.push(id) },
    whilePaused: options.whilePaused ?? 'supersede',
    roster: { names: new Set(), byChannel: new Map() },
  });
  if (options.events !== undefined) await store.log.append(here, options.events, { after: 0 });
  const types = async (): Promise<readonly string[]> => (await store.log.read(here)).map(({ event }) => event.type);
  const verifier = ed25519Verifier(keyring);
  return {
    store,
    clock,
    skew,
    conversations,
    commands,
    authorise,
    places,
    ids,
    signer,
    verifier,
    directory,
    aborted,
    types,
  };
}
