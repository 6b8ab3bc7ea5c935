import { makeAuthorise } from '../../src/conversation/authorise.ts';
import { makeCommands } from '../../src/conversation/make-commands.ts';
import type { Persona } from '../../src/conversation/persona.ts';
import { makeConversations } from '../../src/conversation/reader.ts';
import { makeRecorderFor } from '../../src/conversation/recorder.ts';
import { makeRunNext } from '../../src/conversation/run-next.ts';
import { makeVerifyDecision } from '../../src/conversation/verify.ts';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { allCapabilities } from '../../src/domain/capability.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import type { Model } from '../../src/ports/model.ts';
import type { Surface } from '../../src/ports/surface.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { withPolicy } from '../../src/tools/with-policy.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { directoryOf, keyring, treatment } from '../support/conversation.ts';
import type { openDisk } from './memory-store.ts';
import type { Life } from './scheduler.ts';
import { SIM_TOOLS } from './tools.ts';

export const EXPIRES_AFTER_MS = 3_600_000;

export const simPolicy: Policy = {
  rules: SIM_TOOLS.map(({ name, decision }) => ({
    tools: [name],
    when: [],
    treatment: { ...treatment, decision, approvers: { ...requesterOnly, channels: ['here'] } },
  })),
  otherwise: treatment,
  escalateSandboxDenials: false,
  base: allCapabilities,
  webSearchWhileTainted: false,
  mode: 'enforce',
};

/** One process of the bot: everything real but the world around it. */
export function startProcess(parts: {
  readonly life: Life;
  readonly disk: ReturnType<typeof openDisk>;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly now: () => number;
  readonly nextId: () => string;
  readonly logLine: (line: string) => void;
}) {
  const { life, disk, now, nextId } = parts;
  const clock = { now };
  const ids = { uuid: nextId, token: nextId };
  const logger = makeLogger({ level: 'debug', secrets: [], write: parts.logLine });
  const conversations = makeConversations(disk.log);
  const authorise = makeAuthorise(directoryOf());
  const signer = ed25519Signer(keyring);
  const places = { of: () => ({ team: 'T0LOCAL', enterprise: null, channel: 'C0GENERAL' }) };
  const running = new Map<string, AbortController>();
  const toolbox = withPolicy(makeToolbox(parts.tools), simPolicy);
  const persona: Persona = {
    name: null,
    model: parts.model,
    toolbox,
    policy: simPolicy,
    system: '',
    webSearch: false,
    cacheHint: 'none',
    maxSteps: 5,
    compactAboveChars: null,
    temperature: null,
    maxTokens: null,
    loop: loopConfig({ logger }),
    hooks: [],
  };
  const surface: Surface = { openAnswer: () => ({ push() {}, end: async () => {} }), canAsk: async () => true };
  const commands = makeCommands({
    conversations,
    index: disk.index,
    authorise,
    directory: directoryOf(),
    places,
    signer,
    clock,
    ids,
    personas: () => persona,
    worker: { abort: (id) => running.get(id)?.abort('stopped') },
    whilePaused: 'supersede',
    roster: { names: new Set(), byChannel: new Map() },
  });
  const runNext = makeRunNext({
    conversations,
    personas: () => persona,
    surface,
    places,
    directory: directoryOf(),
    clock,
    ids,
    logger,
    isShuttingDown: () => false,
    whilePaused: 'supersede',
    recorderFor: makeRecorderFor({ conversations, signer, clock, ids }),
    verify: makeVerifyDecision(ed25519Verifier(keyring)),
    authorise,
    // Simulated time passes only between steps; nothing waits long enough to run into a limit.
    startTimer: () => () => {},
  });

  /** Claims and works on one conversation; false when nothing was due. */
  const workOnce = async (): Promise<boolean> => {
    const claim = await disk.work.claim(life.name, LEASE_MS);
    if (claim === null) return false;
    const controller = new AbortController();
    running.set(claim.conversation, controller);
    try {
      const again = await runNext(claim, controller.signal);
      await disk.work.release(claim, again ?? undefined);
    } finally {
      running.delete(claim.conversation);
    }
    return true;
  };
  return { life, commands, workOnce };
}
