import { tracedPersonas } from './config/traced-personas.ts';
import { makeAuthorise } from './conversation/authorise.ts';
import type { PersonaRoster } from './conversation/choose-persona.ts';
import type { ConversationCommands } from './conversation/commands.ts';
import { makeElicitor } from './conversation/elicitation/elicitor.ts';
import { makeElicitationCommands } from './conversation/elicitation/make-elicitation-commands.ts';
import { makeCommands } from './conversation/make-commands.ts';
import type { Personas } from './conversation/persona.ts';
import { makeConversations } from './conversation/reader.ts';
import type { WhilePaused } from './conversation/receive.ts';
import { makeRecorderFor } from './conversation/recorder.ts';
import { makeRunNext } from './conversation/run-next.ts';
import { makeVerifyDecision } from './conversation/verify.ts';
import { makeWithdraw } from './conversation/withdraw.ts';
import { LEASE_MS, makeWorker } from './conversation/worker.ts';
import { ed25519Signer, ed25519Verifier } from './platform/ed25519.ts';
import type { Keyring } from './platform/keyring.ts';
import { systemClock, systemIds, systemPause } from './platform/system.ts';
import { tracedStore } from './platform/traced/traced-store.ts';
import type { EditForms } from './ports/edit-form.ts';
import type { Elicitor } from './ports/elicitor.ts';
import type { FileContents } from './ports/file-contents.ts';
import type { Logger } from './ports/logger.ts';
import type { Store } from './ports/store.ts';
import { noTraces, type Tracer } from './ports/tracer.ts';
import type { WorkspaceMessages } from './ports/workspace-messages.ts';
import { makeSlack } from './slack/make-slack.ts';
import type { SlackSettings } from './slack/settings.ts';
import { describeForm } from './tools/schema-form/describe-form.ts';
import { readForm } from './tools/schema-form/read-form.ts';

export interface BotParts {
  readonly settings: SlackSettings;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly personas: Personas;
  /** Absent: one agent answers everywhere. */
  readonly roster?: PersonaRoster;
  readonly whilePaused: WhilePaused;
  /** Turns run at a time in this process. */
  readonly concurrency: number;
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

export interface Bot {
  start(): Promise<void>;
  /** Stops taking work, lets what runs come to rest, closes the store. */
  stop(): Promise<void>;
  state(): BotState;
  /** For the tools: what their servers ask people while a call runs. */
  readonly elicitor: Elicitor;
  /** For the tools: the workspace's messages, as far as whoever asks may have them. */
  readonly messages: WorkspaceMessages;
  /** For the models: what is in files people attach. */
  readonly files: FileContents;
}

/** What a process is doing, for those who run it. */
export interface BotState {
  readonly phase: 'starting' | 'running' | 'stopping';
  readonly turnsRunning: number;
  /** Sockets to Slack that are up; null over HTTP. */
  readonly sockets: number | null;
  /** Conversations that wait for a turn, and messages this process has turned away because too many did. */
  readonly line: { readonly waiting: number; readonly turnedAway: number };
}

const editForms: EditForms = { describe: describeForm, read: readForm };

/** Joins the parts of one bot process. The only place where an adapter meets the core. */
export function wire(parts: BotParts): Bot {
  const { settings, keyring, roster, whilePaused, concurrency, logger, tracer = noTraces } = parts;
  const store = tracedStore(parts.store, tracer);
  const personas = tracedPersonas(parts.personas, tracer);
  const clock = systemClock;
  const ids = systemIds;
  const signer = ed25519Signer(keyring);
  const verifier = ed25519Verifier(keyring);
  const conversations = makeConversations(store.log);
  let shuttingDown = false;
  let phase: BotState['phase'] = 'starting';

  // Slack needs the commands and the commands need Slack's directory: each is handed over once both exist.
  const slack = makeSlack({
    settings,
    store,
    commands: () => commands,
    elicitations: () => elicitations,
    withdraw: (prefix, bot) => withdraw(prefix, bot),
    toolboxOf: (persona) => personas(persona).toolbox,
    agents: [...(roster?.names ?? [])],
    editForms,
    logger,
    tracer,
  });
  const authorise = makeAuthorise(slack.directory);
  const runNext = makeRunNext({
    conversations,
    personas,
    surface: slack.surface,
    places: slack.places,
    directory: slack.directory,
    clock,
    ids,
    logger,
    tracer,
    isShuttingDown: () => shuttingDown,
    stillHeld: (claim) => store.work.renew(claim, LEASE_MS),
    whilePaused,
    recorderFor: makeRecorderFor({ conversations, signer, clock, ids }),
    verify: makeVerifyDecision(verifier),
    authorise,
  });
  const worker = makeWorker({
    work: store.work,
    runNext,
    clock,
    owner: ids.uuid(),
    concurrency,
    logger,
    onTakenOver: slack.takeOver,
    onLost: slack.abandon,
    async isStopAsked(conversation) {
      const { status } = await conversations.read(conversation);
      return status.kind === 'running' && status.stopAsked !== null;
    },
  });
  const withdraw = makeWithdraw({ conversations, index: store.index, signer, clock, ids, worker });
  const commands: ConversationCommands = makeCommands({
    conversations,
    index: store.index,
    authorise,
    directory: slack.directory,
    places: slack.places,
    signer,
    clock,
    ids,
    personas,
    worker,
    whilePaused,
    tracer,
    ...(roster === undefined ? {} : { roster }),
  });

  const { directory, places } = slack;
  const asking = { conversations, index: store.index, authorise, directory, places, signer, clock, ids };
  const elicitations = makeElicitationCommands(asking);
  const elicitor = makeElicitor({ ...asking, personas, surface: slack.surface, verifier, logger, pause: systemPause });

  return {
    elicitor,
    messages: slack.messages,
    files: slack.files,
    async start() {
      await slack.start();
      worker.start();
      phase = 'running';
    },
    async stop() {
      phase = 'stopping';
      shuttingDown = true;
      // Side by side: what each may take must together stay within what a process is given to stop.
      await Promise.all([slack.stopIntake(), worker.stop()]);
      await slack.stop();
      await store.close();
    },
    state: () => ({
      phase,
      turnsRunning: worker.running(),
      sockets: slack.connections().sockets,
      line: slack.line(),
    }),
  };
}
