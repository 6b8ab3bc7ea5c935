import type { DomainEvent, StoredEvent } from '../../src/domain/event.ts';
import type { ApprovalId, ConversationId } from '../../src/domain/ids.ts';
import type { ConversationIndex } from '../../src/ports/conversation-index.ts';
import type { AppendOptions, AppendResult, EventLog } from '../../src/ports/event-log.ts';
import type { Claim, WorkQueue } from '../../src/ports/work-queue.ts';
import type { Life, Scheduler } from './scheduler.ts';

interface Row {
  readonly events: StoredEvent[];
  epoch: number;
  /** Null while nobody holds it. */
  leaseUntil: number | null;
  /** What wakes that came since the latest claim ask for. */
  wakeAt: number | null;
}

/** A dead process's work is taken over when its lease runs out, whatever wakes it. */
const readyAt = ({ leaseUntil, wakeAt }: Row): number | null => leaseUntil ?? wakeAt;

/** The truth that outlives every process of the simulation. */
export interface Disk {
  readonly rows: Map<ConversationId, Row>;
  readonly asked: Map<ApprovalId, ConversationId>;
  /** Writes past every rule, as someone with access to the database could. */
  tamper(conversation: ConversationId, event: DomainEvent, at: number): void;
}

export function makeDisk(): Disk {
  const rows = new Map<ConversationId, Row>();
  const asked = new Map<ApprovalId, ConversationId>();
  return {
    rows,
    asked,
    tamper(conversation, event, at) {
      const row = rowOf(rows, conversation);
      row.events.push({ seq: row.events.length + 1, at, event });
    },
  };
}

/** One process's view of the disk: every operation stops at a point before and after it takes effect. */
export function openDisk(disk: Disk, life: Life, scheduler: Scheduler, now: () => number) {
  const log: EventLog = {
    async read(conversation, after = 0) {
      await scheduler.point(life, 'read');
      return rowOf(disk.rows, conversation).events.slice(after);
    },
    async append(conversation, events, options) {
      await scheduler.point(life, `before ${events.map(({ type }) => type).join('+')}`);
      const result = append(disk, conversation, events, options, now());
      await scheduler.point(life, `after ${events.map(({ type }) => type).join('+')}`);
      return result;
    },
  };
  const work: Pick<WorkQueue, 'claim' | 'release'> = {
    async claim(_owner, leaseMs) {
      await scheduler.point(life, 'claim');
      const due = [...disk.rows].filter(([, row]) => (readyAt(row) ?? Number.POSITIVE_INFINITY) <= now());
      const [found] = due.sort(([, a], [, b]) => (readyAt(a) ?? 0) - (readyAt(b) ?? 0));
      if (found === undefined) return null;
      const [conversation, row] = found;
      const leaseUntil = now() + leaseMs;
      row.epoch += 1;
      row.leaseUntil = leaseUntil;
      row.wakeAt = null;
      return { conversation, epoch: row.epoch, leaseUntil };
    },
    async release({ conversation, epoch }: Claim, wakeAt) {
      await scheduler.point(life, 'release');
      const row = rowOf(disk.rows, conversation);
      if (row.epoch !== epoch) return;
      row.wakeAt = earlier(row.wakeAt, wakeAt ?? null);
      row.leaseUntil = null;
    },
  };
  const index: ConversationIndex = {
    async conversationOf(approval) {
      await scheduler.point(life, 'index');
      return disk.asked.get(approval) ?? null;
    },
    pendingIn: async () => [],
    grantsOf: async () => [],
    settledIn: async () => [],
    elicitedSince: async () => [],
    openUnder: async () => [],
  };
  return { log, work, index };
}

function append(
  disk: Disk,
  conversation: ConversationId,
  events: readonly DomainEvent[],
  options: AppendOptions,
  now: number,
): AppendResult {
  const row = rowOf(disk.rows, conversation);
  if (options.epoch !== undefined && options.epoch < row.epoch) return { kind: 'fenced' };
  if (row.events.length !== options.after) return { kind: 'conflict' };
  if (options.notAfter !== undefined && now >= options.notAfter) return { kind: 'too-late' };
  if (options.notBefore !== undefined && now < options.notBefore) return { kind: 'too-early' };
  const stored = events.map((event, i): StoredEvent => ({ seq: options.after + i + 1, at: now, event }));
  row.events.push(...stored);
  for (const { event } of stored) {
    if (event.type === 'approval.requested') disk.asked.set(event.request.approvalId, conversation);
    if (event.type === 'outcome.questioned') disk.asked.set(event.approvalId, conversation);
  }
  if (options.wake !== undefined) row.wakeAt = earlier(row.wakeAt, options.wake === 'now' ? now : options.wake.at);
  return { kind: 'appended', events: stored };
}

function rowOf(rows: Map<ConversationId, Row>, conversation: ConversationId): Row {
  const known = rows.get(conversation);
  if (known !== undefined) return known;
  const row: Row = { events: [], epoch: 0, leaseUntil: null, wakeAt: null };
  rows.set(conversation, row);
  return row;
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
