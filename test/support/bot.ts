import type { Persona } from '../../src/conversation/persona.ts';
import { makeRecorderFor } from '../../src/conversation/recorder.ts';
import { makeRunNext } from '../../src/conversation/run-next.ts';
import { makeVerifyDecision } from '../../src/conversation/verify.ts';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import type { ApprovalId, ConversationId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { scriptedModel } from '../../src/models/scripted/scripted-model.ts';
import { silent } from '../../src/ports/logger.ts';
import type { Model } from '../../src/ports/model.ts';
import type { TurnStreamEvent } from '../../src/ports/stream.ts';
import type { Answer, AnswerEnd, Surface } from '../../src/ports/surface.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { noTraces, type Tracer } from '../../src/ports/tracer.ts';
import { makeToolbox } from '../../src/tools/toolbox.ts';
import { withPolicy } from '../../src/tools/with-policy.ts';
import { loopConfig } from '../../src/turn/loop-config.ts';
import { alice, policy as askPolicy, conversationWith, here, theCard } from './conversation.ts';

/** A surface that keeps what it was told. */
export function recordingSurface() {
  const texts: string[] = [];
  const ends: AnswerEnd[] = [];
  const events: TurnStreamEvent[] = [];
  const surface: Surface = {
    openAnswer(): Answer {
      let text = '';
      return {
        push(event) {
          events.push(event);
          if (event.kind === 'text') text += event.delta;
        },
        async end(how) {
          ends.push(how);
          texts.push(text);
        },
      };
    },
    canAsk: async () => true,
  };
  return { surface, texts, ends, events };
}

/** The whole bot but Slack: real store, real turn, scripted model; a test says a message and steps the worker. */
export async function botWith(options: {
  readonly tools: readonly Tool[];
  readonly policy?: Policy;
  /** Absent: the scripted one. */
  readonly model?: Model;
  readonly setup?: Parameters<typeof conversationWith>[0];
  readonly tracer?: Tracer;
  /** In which all is said; absent: `here`. */
  readonly conversation?: ConversationId;
}) {
  const { conversation: ours = here } = options;
  const policy = options.policy ?? askPolicy;
  const toolbox = withPolicy(makeToolbox(options.tools), policy);
  const it = await conversationWith({ ...options.setup, toolbox });
  const { surface, texts, ends, events } = recordingSurface();
  const model = options.model ?? scriptedModel({ siteUrl: 'http://127.0.0.1:1/site' });
  const persona: Persona = {
    name: null,
    model,
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
  const runNext = makeRunNext({
    conversations: it.conversations,
    personas: () => persona,
    surface,
    places: it.places,
    directory: it.directory,
    clock: it.clock,
    ids: it.ids,
    logger: silent,
    tracer: options.tracer ?? noTraces,
    isShuttingDown: () => shuttingDown,
    whilePaused: 'supersede',
    recorderFor: makeRecorderFor(it),
    verify: makeVerifyDecision(it.verifier),
    authorise: it.authorise,
  });

  /** Works on whatever is due until nothing is. */
  const settle = async (signal = new AbortController().signal): Promise<void> => {
    for (let claims = 0; claims < 20; claims += 1) {
      const claim = await it.store.work.claim('test', LEASE_MS);
      if (claim === null) return;
      const again = await runNext(claim, signal);
      await it.store.work.release(claim, again ?? undefined);
    }
  };

  const say = async (text: string, author: Person = alice, messageId = it.ids.token()): Promise<void> => {
    const message = { conversation: ours, messageId, author, text, addressed: true, persona: null, backfill: [] };
    await it.commands.receive(message);
    await settle();
  };

  const pending = async (conversation: ConversationId = ours): Promise<readonly ApprovalId[]> => {
    const { approvals } = (await it.conversations.read(conversation)).approvals;
    return [...approvals.values()]
      .filter(({ status }) => status.kind === 'pending')
      .map(({ request }) => request.approvalId);
  };

  const answer = async (
    approvalId: ApprovalId,
    how: Parameters<typeof it.commands.answer>[0]['answer'] = { kind: 'approve', note: null },
    person: Person = alice,
  ) => {
    await it.commands.cardPosted(approvalId, theCard);
    const outcome = await it.commands.answer({ approvalId, person, enterprise: null, card: theCard, answer: how });
    await settle();
    return outcome;
  };

  const log = async (): Promise<readonly DomainEvent[]> => (await it.store.log.read(ours)).map(({ event }) => event);
  return {
    ...it,
    settle,
    say,
    pending,
    answer,
    log,
    texts,
    ends,
    events,
    runNext,
    shutDown: () => {
      shuttingDown = true;
    },
  };
}
