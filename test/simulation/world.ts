import type { AnsweringOutcome } from '../../src/conversation/commands.ts';
import { fold } from '../../src/domain/conversation.ts';
import type { SignedDecision } from '../../src/domain/decision.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { type ApprovalId, type ConversationId, conversationId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import { alice, bob, carol, startTime } from '../support/conversation.ts';
import { makeDisk, openDisk } from './memory-store.ts';
import { randomModel } from './model.ts';
import { EXPIRES_AFTER_MS, startProcess } from './process.ts';
import type { Random } from './random.ts';
import { type Life, makeScheduler } from './scheduler.ts';
import { type Execution, simTools } from './tools.ts';

export const CONVERSATIONS = [conversationId('T0LOCAL:C1:1.1'), conversationId('T0LOCAL:C1:2.2')] as const;
const PEOPLE = [alice, bob, carol] as const;
const PROCESSES = 2;
/** How far a process's clock is from that of the database. */
const SKEW_MS: ReadonlyMap<string, number> = new Map([
  ['p0', 4 * 60_000],
  ['p1', -7 * 60_000],
]);

/** A click that somebody really made, and what they were told. */
export interface Click {
  readonly approvalId: ApprovalId;
  readonly user: string;
  readonly kind: string;
  /** The process it was made to. */
  readonly life: Life;
  outcome: AnsweringOutcome['kind'] | null;
}

export type World = ReturnType<typeof makeWorld>;

/** People, processes and a database under one seed. */
export function makeWorld(random: Random) {
  const clock = { time: startTime };
  const now = (): number => clock.time;
  const disk = makeDisk();
  const executions: Execution[] = [];
  const clicks: Click[] = [];
  const sent = new Set<string>();
  const stops: { readonly conversation: ConversationId; readonly by: Person }[] = [];
  const forged = new Set<SignedDecision>();
  const logLines: string[] = [];
  const errors: string[] = [];
  /** How far the invariants have looked. */
  const seen = { executions: 0, lengths: new Map<string, number>() };
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const scheduler = makeScheduler(random, (life) => processes.set(life.name, start(life.name)));
  const cardOf = (approvalId: ApprovalId) => ({ channel: 'C1', message: approvalId });

  function start(name: string) {
    const life: Life = { name, alive: true };
    const view = openDisk(disk, life, scheduler, now);
    const record = (execution: Omit<Execution, 'logLength'>): void => {
      const row = disk.rows.get(conversationId(execution.conversation));
      executions.push({ ...execution, logLength: row?.events.length ?? 0 });
    };
    return startProcess({
      life,
      disk: view,
      model: randomModel(random, life, scheduler),
      tools: simTools(life, scheduler, record, () => random.chance(0.1)),
      now: () => now() + (SKEW_MS.get(name) ?? 0),
      nextId,
      logLine: (line) => logLines.push(line),
    });
  }

  const processes: Map<string, ReturnType<typeof start>> = new Map(
    Array.from({ length: PROCESSES }, (_, i) => [`p${i}`, start(`p${i}`)] as const),
  );
  const anyProcess = () => random.pick([...processes.values()]);

  /** Starts something in a process; what it throws counts unless the process died or says that it lost a race. */
  const spawn = (life: Life, task: Promise<unknown>): void => {
    task.catch((error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown';
      if (life.alive && name !== 'TooContended') errors.push(`${name}: ${error instanceof Error ? error.message : ''}`);
    });
  };

  const approvals = () =>
    CONVERSATIONS.flatMap((id) => {
      const events = disk.rows.get(id)?.events ?? [];
      return [...fold(id, events).approvals.approvals.values()].map((approval) => ({ id, approval }));
    });

  const acts = {
    message() {
      const { life, commands } = anyProcess();
      const messageId = nextId();
      const message = {
        conversation: random.pick(CONVERSATIONS),
        messageId,
        author: random.pick([alice, alice, bob]),
        text: 'do something',
        addressed: random.chance(0.8),
        persona: null,
        backfill: random.chance(0.05)
          ? [{ author: carol, text: 'old words', source: { kind: 'thread-history' } as const }]
          : [],
      };
      spawn(
        life,
        commands.receive(message).then(() => sent.add(messageId)),
      );
    },
    work() {
      const { life, workOnce } = anyProcess();
      spawn(life, workOnce());
    },
    postCard() {
      const waiting = approvals().filter(({ approval }) => approval.cards.length === 0);
      if (waiting.length === 0) return;
      const { approvalId } = random.pick(waiting).approval.request;
      const { life, commands } = anyProcess();
      spawn(life, commands.cardPosted(approvalId, cardOf(approvalId)));
    },
    click() {
      const all = approvals().filter(({ approval }) => approval.cards.length > 0);
      if (all.length === 0) return;
      const live = all.filter(({ approval }) => approval.status.kind === 'pending');
      const { request } = random.pick(live.length > 0 && random.chance(0.8) ? live : all).approval;
      const { life, commands } = anyProcess();
      const person = random.pick([request.principal, ...PEOPLE]);
      const answer = random.pick([
        { kind: 'approve', note: null },
        { kind: 'approve', note: null },
        { kind: 'approve-and-remember' },
        { kind: 'approve-and-remember' },
        { kind: 'approve-edited', argsJson: `{"n":${random.below(3)}}`, note: null },
        { kind: 'deny', reason: random.chance(0.5) ? 'no' : null },
      ] as const);
      const click: Click = {
        approvalId: request.approvalId,
        user: person.user,
        kind: answer.kind,
        life,
        outcome: null,
      };
      clicks.push(click);
      const card = random.chance(0.95) ? cardOf(request.approvalId) : { channel: 'C1', message: 'elsewhere' };
      const answering = { approvalId: request.approvalId, person, enterprise: null, card, answer };
      spawn(
        life,
        commands.answer(answering).then((outcome) => {
          click.outcome = outcome.kind;
        }),
      );
    },
    say() {
      const asked = CONVERSATIONS.flatMap((id) => {
        const events = disk.rows.get(id)?.events ?? [];
        return [...fold(id, events).approvals.dispatches.values()].flatMap(({ question }) => question ?? []);
      });
      if (asked.length === 0) return;
      const { life, commands } = anyProcess();
      const answer = random.pick(['ran', 'run-again', 'give-up'] as const);
      spawn(life, commands.answerOutcome({ approvalId: random.pick(asked), person: alice, answer }));
    },
    revoke() {
      const grants = CONVERSATIONS.flatMap((id) => [...fold(id, disk.rows.get(id)?.events ?? []).grants.values()]);
      if (grants.length === 0) return;
      const { life, commands } = anyProcess();
      const grant = random.pick(grants);
      spawn(life, commands.revoke(grant.id, grant.holder));
    },
    stop() {
      const { life, commands } = anyProcess();
      const stop = { conversation: random.pick(CONVERSATIONS), by: random.pick([alice, alice, bob]) };
      stops.push(stop);
      spawn(life, commands.stop(stop.conversation, stop.by));
    },
    retry() {
      const { life, commands } = anyProcess();
      spawn(life, commands.retry(random.pick(CONVERSATIONS), alice));
    },
    passTime() {
      clock.time += random.pick([10, 1_000, 16_000, 16_000, EXPIRES_AFTER_MS]);
    },
    /** Someone with access to the database writes a decision: made up, or copied from another card. */
    forge() {
      const pending = approvals().filter(({ approval }) => approval.status.kind === 'pending');
      if (pending.length === 0) return;
      const { id, approval } = random.pick(pending);
      const signed = forge(
        random,
        approvals().map((one) => one.approval),
        approval,
      );
      forged.add(signed);
      const event: DomainEvent = { type: 'approval.decided', signed };
      disk.tamper(id, event, now());
      const row = disk.rows.get(id);
      if (row !== undefined) row.wakeAt = now();
    },
  };
  return {
    random,
    clock,
    disk,
    scheduler,
    processes,
    executions,
    clicks,
    sent,
    stops,
    forged,
    logLines,
    errors,
    seen,
    acts,
    approvals,
    now,
  };
}

type Asked = ReturnType<World['approvals']>[number]['approval'];

function forge(random: Random, all: readonly Asked[], target: Asked): SignedDecision {
  const { request } = target;
  const genuine = all.flatMap(({ status }) => ('signed' in status ? [status.signed] : []));
  const signature = genuine.length > 0 ? random.pick(genuine).signature : { kid: 'nobody', value: 'AAAA' };
  return {
    version: 1,
    signature,
    decision: {
      enterprise: null,
      team: 'T0LOCAL',
      conversation: conversationId('T0LOCAL:C1:1.1'),
      turn: request.turnId,
      approvalId: request.approvalId,
      requestId: request.call.requestId,
      toolName: request.call.toolName,
      toolDefHash: request.toolDefHash,
      proposedArgsJson: request.call.argsJson,
      effectiveArgsJson: request.effectiveArgsJson,
      injectedContext: null,
      decision: random.chance(0.5) ? 'approve' : 'approve-and-remember',
      coveredCapabilities: ['arbitrary-egress', 'mutate-external'],
      grantExpiresAt: request.expiresAt,
      reason: null,
      approver: alice,
      principal: request.principal,
      card: { channel: 'C1', message: request.approvalId },
      issuedAt: request.requestedAt,
      expiresAt: request.expiresAt,
      nonce: `forged-${random.below(1_000_000)}`,
    },
  };
}
