import { makeAuthorise } from '../../../src/conversation/authorise.ts';
import type { ConversationCommands } from '../../../src/conversation/commands.ts';
import { makeCommands } from '../../../src/conversation/make-commands.ts';
import type { Persona } from '../../../src/conversation/persona.ts';
import { makeConversations } from '../../../src/conversation/reader.ts';
import { makeRecorderFor } from '../../../src/conversation/recorder.ts';
import { makeRunNext } from '../../../src/conversation/run-next.ts';
import { makeVerifyDecision } from '../../../src/conversation/verify.ts';
import { makeWorker } from '../../../src/conversation/worker.ts';
import type { Policy } from '../../../src/domain/policy.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { ed25519Signer, ed25519Verifier } from '../../../src/platform/ed25519.ts';
import { systemClock, systemIds } from '../../../src/platform/system.ts';
import type { Logger } from '../../../src/ports/logger.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import { makeSlack } from '../../../src/slack/make-slack.ts';
import type { SlackSettings } from '../../../src/slack/settings.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { readForm } from '../../../src/tools/schema-form/read-form.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { withPolicy } from '../../../src/tools/with-policy.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { policy as askPolicy, keyring } from '../conversation.ts';
import { controlAt, eventually, type PersonInSlack, personAt, type SeenMessage } from './people.ts';

export interface LoggedLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface BotOptions {
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  readonly workspace?: LocalSlackOptions;
  readonly store?: Store;
  /** Changes how the bot receives; Socket Mode by default. */
  readonly receive?: SlackSettings['receive'];
  /** Turns at a time; 8 unless given. */
  readonly concurrency?: number;
  readonly longestLine?: number;
  /** False: as one of several processes, which do not know what the others are doing. */
  readonly soleProcess?: boolean;
  /** `unlimited` for a workspace without limits, where a test makes more calls than Slack would take. */
  readonly pace?: SlackSettings['pace'];
  /** An existing workspace, to start a second bot beside or after the first. */
  readonly url?: string;
}

/** The bot as it runs, in a local workspace of its own: real HTTP and WebSockets, real store, scripted model. */
export async function botInSlack(options: BotOptions = {}) {
  const slackSide =
    options.url === undefined ? await startLocalSlack({ rateLimits: 'off', ...options.workspace }) : null;
  const url = options.url ?? slackSide?.url ?? '';
  const store = options.store ?? (await openSqliteStore({ path: ':memory:', now: systemClock.now }));
  const policy = options.policy ?? askPolicy;
  const toolbox = withPolicy(makeToolbox(options.tools ?? []), policy);
  const logged: LoggedLine[] = [];
  const logger = collecting(logged);
  const conversations = makeConversations(store.log);
  const signer = ed25519Signer(keyring);
  const persona: Persona = {
    name: null,
    model: scriptedModel({ siteUrl: `${url}/site` }),
    toolbox,
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
  let shuttingDown = false;
  let commands: ConversationCommands | null = null;
  const slack = makeSlack({
    settings: {
      botToken: 'xoxb-local',
      apiUrl: `${url}/api/`,
      receive: options.receive ?? { kind: 'socket', appToken: 'xapp-local' },
      soleProcess: options.soleProcess ?? true,
      ...(options.pace === undefined ? {} : { pace: options.pace }),
      ...(options.longestLine === undefined ? {} : { longestLine: options.longestLine }),
    },
    store,
    commands: () => {
      if (commands === null) throw new Error('the commands are not there yet');
      return commands;
    },
    toolboxOf: () => toolbox,
    editForms: { describe: describeForm, read: readForm },
    logger,
  });
  const authorise = makeAuthorise(slack.directory);
  const parts = { conversations, clock: systemClock, ids: systemIds, signer, authorise, places: slack.places };
  const runNext = makeRunNext({
    ...parts,
    personas: () => persona,
    surface: slack.surface,
    directory: slack.directory,
    logger,
    isShuttingDown: () => shuttingDown,
    whilePaused: 'supersede',
    recorderFor: makeRecorderFor(parts),
    verify: makeVerifyDecision(ed25519Verifier(keyring)),
  });
  const { concurrency = 8 } = options;
  const worker = makeWorker({ work: store.work, runNext, clock: systemClock, owner: 'test', concurrency, logger });
  commands = makeCommands({
    ...parts,
    index: store.index,
    directory: slack.directory,
    personas: () => persona,
    worker,
    whilePaused: 'supersede',
    roster: { names: new Set(), byChannel: new Map() },
  });
  const control = controlAt(url);
  await slack.start();
  worker.start();

  let stopped = false;
  const stopBot = async (): Promise<void> => {
    if (stopped) return;
    stopped = true;
    shuttingDown = true;
    await slack.stopIntake();
    await worker.stop();
    await slack.stop();
  };

  return {
    url,
    slack,
    store,
    commands,
    control,
    logged,
    person: (user: string): PersonInSlack => personAt(url, user),
    stopBot,
    async close() {
      await stopBot();
      await store.close();
      await slackSide?.close();
    },
  };
}

export type BotInSlack = Awaited<ReturnType<typeof botInSlack>>;

/** What a thread says after its first message, without private notices, once it looks as a test wants. */
export async function threadOnce(
  person: PersonInSlack,
  root: { readonly channel: string; readonly ts: string },
  what: string,
  fits: (messages: readonly SeenMessage[]) => boolean,
): Promise<readonly SeenMessage[]> {
  return await eventually(what, async () => {
    const messages = (await person.messages(root.channel, root.ts)).slice(1);
    return fits(messages) ? messages : null;
  });
}

/** The first message in a thread that has a button with this action. */
export const withButton = (messages: readonly SeenMessage[], actionId: string): SeenMessage | undefined =>
  messages.find((message) =>
    message.blocks.some((block) => block.elements?.some((element) => element.action_id === actionId)),
  );

function collecting(lines: LoggedLine[]): Logger {
  const at = (level: string) => (fields: LoggedLine['fields'], message: string) => {
    lines.push({ level, fields, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
