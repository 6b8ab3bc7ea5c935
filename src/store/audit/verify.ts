import type { ConversationId } from '../../domain/ids.ts';
import type { ChainedEvent, ChainHead, ChainSource } from '../../ports/chain-source.ts';
import type { Verifier } from '../../ports/signer.ts';
import { makeChainAudit } from './chain-audit.ts';
import { auditCheckpoints } from './checkpoint.ts';
import { type AuditReport, type Findings, makeFindings } from './finding.ts';
import { makeSignatureAudit } from './signature-audit.ts';

export interface AuditOptions {
  /** Without one, signatures are not checked. */
  readonly verifier?: Verifier;
  /** Lines of a checkpoint file, in order. Without them, a removed tail or an older database can only be found by luck. */
  readonly checkpoints?: readonly string[];
}

/** Checks every chain, signature and checkpoint. Events that are appended meanwhile may or may not be part of it. */
export async function verifyAll(chain: ChainSource, options: AuditOptions = {}): Promise<AuditReport> {
  // The ends are read first: the log only grows, so each must be found among the events read after them.
  const ends = await chain.heads();
  return auditPages(chain.pages(), ends, options, makeFindings());
}

/** The same for one conversation. */
export async function verifyConversation(
  chain: ChainSource,
  conversation: ConversationId,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const ends = (await chain.heads()).filter((head) => head.conversation === conversation);
  const findings = makeFindings();
  return auditPages(singly(chain.eventsOf(conversation)), ends, options, findings, conversation);
}

/** A page for each event, for what comes one by one. */
export async function* singly(events: AsyncIterable<ChainedEvent>): AsyncGenerator<readonly ChainedEvent[]> {
  for await (const event of events) yield [event];
}

/** Checks a stream of events against ends known from elsewhere. `only`: checkpoints of other conversations are left out. */
export async function auditPages(
  pages: AsyncIterable<readonly ChainedEvent[]>,
  ends: readonly ChainHead[],
  { verifier, checkpoints = [] }: AuditOptions,
  findings: Findings,
  only?: ConversationId,
): Promise<AuditReport> {
  const recorded = auditCheckpoints(checkpoints, verifier ?? null, findings);
  const expected = [...ends, ...recorded].filter((head) => only === undefined || head.conversation === only);
  const audit = makeChainAudit(expected, findings);
  const auditSignature = verifier === undefined ? () => 0 : makeSignatureAudit(verifier, findings);
  let count = 0;
  let signatures = 0;
  for await (const page of pages) {
    count += page.length;
    for (const event of page) {
      audit.take(event);
      signatures += auditSignature(event);
    }
  }
  audit.finish();
  return {
    events: count,
    conversations: audit.conversations(),
    signatures,
    checkpoints: checkpoints.length,
    pruned: audit.pruned,
    findings: findings.list,
    more: findings.more(),
  };
}
