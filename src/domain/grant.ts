import type { CapabilitySet } from './capability.ts';
import type { SignedDecision } from './decision.ts';
import type { StoredEvent } from './event.ts';
import type { ApprovalId } from './ids.ts';
import type { Person } from './person.ts';

/** "Don't ask again": one person, one conversation, one tool definition, the capabilities shown on the card. */
export interface Grant {
  readonly id: ApprovalId;
  readonly signed: SignedDecision;
  readonly holder: Person;
  readonly toolName: string;
  readonly toolDefHash: string;
  readonly covered: CapabilitySet;
  readonly grantedAt: number;
  readonly expiresAt: number;
  uses: number;
  revokedAt: number | null;
}

export type GrantsState = Map<ApprovalId, Grant>;

/** Takes one event into the fold. A grant is born only from a remembered approval; a revocation is final. */
export function evolveGrants(grants: GrantsState, { at, event }: StoredEvent): void {
  switch (event.type) {
    case 'approval.decided': {
      const { decision } = event.signed;
      if (decision.decision !== 'approve-and-remember' || decision.grantExpiresAt === null) return;
      if (grants.has(decision.approvalId)) return;
      grants.set(decision.approvalId, {
        id: decision.approvalId,
        signed: event.signed,
        holder: decision.principal,
        toolName: decision.toolName,
        toolDefHash: decision.toolDefHash,
        covered: new Set(decision.coveredCapabilities),
        grantedAt: decision.issuedAt,
        expiresAt: decision.grantExpiresAt,
        uses: 0,
        revokedAt: null,
      });
      return;
    }
    case 'grant.revoked': {
      const grant = grants.get(event.signed.revocation.grant);
      if (grant !== undefined && grant.revokedAt === null) grant.revokedAt = at;
      return;
    }
    case 'tool.dispatched': {
      if (event.ground.kind !== 'granted') return;
      const grant = grants.get(event.ground.grant);
      if (grant !== undefined) grant.uses += 1;
      return;
    }
    default:
      return;
  }
}

export const isLive = (grant: Grant, now: number): boolean => grant.revokedAt === null && now < grant.expiresAt;
