import type { ApprovalListing, ConversationCommands } from '../conversation/commands.ts';
import type { ElicitationCommands } from '../conversation/elicitation/commands.ts';
import type { ConversationId } from '../domain/ids.ts';
import type { Directory } from '../ports/directory.ts';
import type { EditForms } from '../ports/edit-form.ts';
import type { FileContents } from '../ports/file-contents.ts';
import type { Inbox } from '../ports/inbox.ts';
import type { Installations } from '../ports/installations.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenStreams } from '../ports/open-streams.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Places } from '../ports/places.ts';
import type { Preferences } from '../ports/preferences.ts';
import type { Surface } from '../ports/surface.ts';
import type { Toolbox } from '../ports/tools.ts';
import { noTraces, type Tracer } from '../ports/tracer.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import type { WorkspaceMessages } from '../ports/workspace-messages.ts';
import { makeLatches } from './answer/place.ts';
import { makeApp, type SlackApp } from './app.ts';
import { makeCardAddresses, makeSentMessages } from './delivery/context.ts';
import { makeDelivery } from './delivery.ts';
import { makeDirectory } from './directory.ts';
import { makeFileContents } from './files/file-contents.ts';
import { makeHomes } from './home.ts';
import { makeIngress } from './ingress.ts';
import type { Withdraw } from './install/removal.ts';
import { makeTenancy } from './install/tenancy.ts';
import { makeInboxHandler, placeOf } from './intake/inbox-handler.ts';
import { makeInboxWorker } from './intake/inbox-worker.ts';
import type { Intake } from './intake/intake.ts';
import { type AnyReceiver, makeReceiver } from './intake/receiver.ts';
import { laterCommands, laterElicitations } from './later-commands.ts';
import { type LineFigures, makeLine } from './line.ts';
import { registerAskShortcut } from './listeners/ask-shortcut.ts';
import { registerCommands } from './listeners/commands.ts';
import type { ListenerContext } from './listeners/context.ts';
import { registerDecisions } from './listeners/decisions.ts';
import { registerDenials } from './listeners/denials.ts';
import { editedForm, registerEdits } from './listeners/edits.ts';
import { askedForm, registerElicitations } from './listeners/elicitations.ts';
import { registerFullView } from './listeners/full-view.ts';
import { tellGivenUp } from './listeners/given-up.ts';
import { registerHome } from './listeners/home.ts';
import { registerHousekeeping } from './listeners/housekeeping.ts';
import { registerMessages } from './listeners/messages.ts';
import { registerOptions } from './listeners/options.ts';
import { registerOutcomes } from './listeners/outcomes.ts';
import { registerRatings } from './listeners/ratings.ts';
import { registerTurns } from './listeners/turns.ts';
import { makeLiveAnswers } from './live-answers.ts';
import { makeWorkspaceMessages } from './messages/workspace-messages.ts';
import { makePlaces } from './place.ts';
import { oweLeftovers, oweUnshown, refreshAfter, takeOverAnswers } from './recovery.ts';
import type { SlackSettings } from './settings.ts';
import { makeSurface } from './surface.ts';
import { systemTimers, type Timers, within } from './web/timers.ts';
import { makeWorkspaces, type Workspaces } from './web/workspaces.ts';

export interface SlackParts {
  readonly settings: SlackSettings;
  readonly store: {
    readonly inbox: Inbox;
    readonly outbox: Outbox;
    readonly openStreams: OpenStreams;
    readonly installations: Installations;
    readonly preferences: Preferences;
    readonly work: Pick<WorkQueue, 'line'>;
  };
  /** The commands need our directory and we need the commands: asked for at the first use. */
  readonly commands: () => ConversationCommands;
  /** Found when first used, as the commands are. Absent: no server asks anything. */
  readonly elicitations?: () => ElicitationCommands;
  /** Absent: what waits in a place the bot was removed from ends by its own deadlines. */
  readonly withdraw?: Withdraw;
  readonly toolboxOf: (persona: string | null) => Toolbox;
  /** Agents that have a name here; absent: none. */
  readonly agents?: readonly string[];
  readonly editForms: EditForms;
  readonly logger: Logger;
  readonly timers?: Timers;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

export interface Slack {
  readonly surface: Surface;
  readonly directory: Directory;
  readonly places: Places;
  /** What the built-in tools may read and write here. */
  readonly messages: WorkspaceMessages;
  /** What is in files attached to messages. */
  readonly files: FileContents;
  /** Rejects with `TokenRefused` or `AppTokenRefused` when Slack does not accept us; their messages are for people. */
  start(): Promise<void>;
  /** Takes nothing new from Slack and finishes what was taken; at most about 4 s. */
  stopIntake(): Promise<void>;
  /** Ends what is being shown; at most about 5 s. After `stopIntake`. */
  stop(): Promise<void>;
  /** This process goes on with a conversation whose worker is gone. */
  takeOver(conversation: ConversationId): Promise<void>;
  /** Another process may have gone on with this conversation: nothing more of it is shown from here. */
  abandon(conversation: ConversationId): void;
  /** For health: sockets that are up (null over HTTP) and the port listened on (null over sockets). */
  connections(): { readonly sockets: number | null; readonly port: number | null };
  /** For those who run the bot: who waits for a turn, and who was asked to come back. */
  line(): LineFigures;
}

const ANSWERS_END_WITHIN_MS = 3_000;

/** All of Slack, joined. Nothing here runs a model or a tool. */
export function makeSlack(parts: SlackParts): Slack {
  const { settings, store, logger, editForms, agents = [], tracer = noTraces } = parts;
  const timers = parts.timers ?? systemTimers;
  const fetchFunction = settings.fetch ?? globalThis.fetch;
  const tenancy = makeTenancy({
    settings,
    installations: store.installations,
    forgetPeople: (team) => store.preferences.forgetTeam(team),
    workspaces: () => workspaces,
    withdraw: (prefix, bot) => parts.withdraw?.(prefix, bot) ?? Promise.resolve(0),
    fetch: fetchFunction,
    timers,
    logger,
  });
  const workspaces: Workspaces = makeWorkspaces({
    tokens: tenancy.tokens,
    slackApiUrl: settings.apiUrl,
    logger,
    timers,
    fetch: fetchFunction,
    pace: settings.pace ?? 'slack',
    tracer,
  });
  const directory = makeDirectory({ workspaces, timers });
  const places = makePlaces(tenancy.enterpriseOf);
  const commands = laterCommands(parts.commands);
  const elicitations = laterElicitations(parts.elicitations);
  const live = makeLiveAnswers();
  const { longestLine: longest } = settings;
  const line = makeLine({
    work: store.work,
    workspaces,
    timers,
    logger,
    ...(longest === undefined ? {} : { longest }),
  });
  const sent = makeSentMessages();
  const { soleProcess } = settings;
  const delivery = makeDelivery({
    outbox: store.outbox,
    streams: store.openStreams,
    commands,
    workspaces,
    live,
    sent,
    links: makeCardAddresses(() => timers.now()),
    directory,
    preferences: store.preferences,
    soleProcess,
    timers,
    logger,
    tracer,
  });
  const homes = makeHomes({ commands, elicitations, preferences: store.preferences, workspaces, agents, logger });
  const surface = makeSurface({
    workspaces,
    streams: store.openStreams,
    live,
    latches: makeLatches(logger),
    timers,
    logger,
    onStopped: ({ conversation, principal }) => void commands.stop(conversation, principal).catch(() => {}),
    onWritten: (place) => void oweUnshown(store, place, timers),
    onEnded: refreshAfter({ commands, outbox: store.outbox, homes, kick: () => delivery.kick(), logger }),
  });

  const intake: Intake = (received) => ingress(received);
  const receiver: AnyReceiver = makeReceiver({
    settings,
    intake,
    logger,
    timers,
    fetch: fetchFunction,
    pages: tenancy.pages,
  });
  const app: SlackApp = makeApp({ receiver, note: tenancy.note, slackApiUrl: settings.apiUrl, logger });
  const inbox = makeInboxWorker({
    inbox: store.inbox,
    handle: makeInboxHandler(app),
    placeOf,
    onGivenUp: (item) => void tellGivenUp(context, item),
    logger,
    timers,
  });
  const ingress = makeIngress({
    inbox: store.inbox,
    route: (received, ack) => app.route(received, ack),
    onStored: () => inbox.kick(),
    logger,
    timers,
  });

  const context: ListenerContext = {
    commands,
    agents,
    workspaces,
    directory,
    preferences: store.preferences,
    homes,
    line,
    live,
    sent,
    timers,
    logger,
    onOwed: () => delivery.kick(),
    onRemoved: tenancy.removed,
    onAccessChanged: tenancy.accessChanged,
  };
  const schemaOf = async (listing: ApprovalListing): Promise<unknown> => {
    const { status } = await commands.read(listing.conversation);
    const toolbox = parts.toolboxOf(status.kind === 'idle' ? null : status.persona);
    return toolbox.find(listing.approval.request.call.toolName)?.spec.inputSchema;
  };
  registerMessages(app.bolt, context);
  registerDecisions(app.bolt, context);
  registerDenials(app.bolt, context);
  const edits = { forms: editForms, schemaOf };
  const asked = { elicitations, forms: editForms };
  registerEdits(app.bolt, context, edits);
  registerFullView(app.bolt, context);
  registerElicitations(app.bolt, context, asked);
  registerOptions(app.bolt, [(id) => editedForm(context, edits, id), (id) => askedForm(asked, id)]);
  registerOutcomes(app.bolt, context);
  registerTurns(app.bolt, context);
  registerRatings(app.bolt, context);
  registerHome(app.bolt, context);
  registerHousekeeping(app.bolt, context);
  registerCommands(app.bolt, context, { elicitations, fetch: fetchFunction });
  registerAskShortcut(app.bolt, context);

  return {
    surface,
    directory,
    places,
    messages: makeWorkspaceMessages({ workspaces, directory }),
    files: makeFileContents({ workspaces, apiUrl: settings.apiUrl, fetch: fetchFunction }),
    async start() {
      await tenancy.start();
      await oweLeftovers(store);
      line.start();
      inbox.start();
      delivery.start();
      await app.bolt.start();
    },
    async stopIntake() {
      await app.bolt.stop();
      await tenancy.stop();
      await inbox.stop();
      line.stop();
    },
    async stop() {
      await within(timers, ANSWERS_END_WITHIN_MS, live.allSettled(), undefined);
      await delivery.stop();
    },
    takeOver: (conversation) => takeOverAnswers(store, conversation),
    abandon: (conversation) => live.abandon(conversation),
    connections: () => receiver.state(),
    line: () => line.figures(),
  };
}
