/** A line of the core that holds a promise, and what it looks like when it is gone. The simulation must notice each. */
export interface Guard {
  readonly promise: string;
  /** Below `src/`. */
  readonly file: string;
  readonly line: string;
  readonly without: string;
}

export const GUARDS: readonly Guard[] = [
  {
    promise: 'a decision counts only if its signature verifies',
    file: 'conversation/verify.ts',
    line: "if (verdict !== 'valid') return verdict;",
    without: '',
  },
  {
    promise: 'a grant counts only if its decision verifies',
    file: 'conversation/authority.ts',
    line: 'const fault = deps.verify(grant.signed, born, now.id, place);',
    without: 'const fault = null;',
  },
  {
    promise: 'a grant serves nobody but its holder',
    file: 'conversation/authority.ts',
    line: 'if (born === undefined || !isLive(grant, at) || !samePerson(grant.holder, principal)) continue;',
    without: 'if (born === undefined || !isLive(grant, at)) continue;',
  },
  {
    promise: 'a revoked or expired grant serves nobody',
    file: 'domain/grant.ts',
    line: 'grant.revokedAt === null && now < grant.expiresAt;',
    without: 'now >= 0 && grant !== null;',
  },
  {
    promise: 'an intent is not written when authority has changed since it was judged',
    file: 'conversation/journal.ts',
    line: "if (now.authorityPosition > authorityAt) return { events: [], result: 'void' as const };",
    without: '',
  },
  {
    promise: 'an approval covers no more than its card showed',
    file: 'turn/gate/gate.ts',
    line: 'if (!covers(approved.covered, need.missing) || ',
    without: 'if (',
  },
  {
    promise: 'a grant covers no more than what it was given for',
    file: 'turn/gate/gate.ts',
    line: 'covers(coveredNow(grant, need), need.missing),',
    without: 'true,',
  },
  {
    promise: 'a call that asks is not let through because nothing is missing',
    file: 'turn/gate/gate.ts',
    line: 'if (needsNobody(need)) return',
    without: 'if (need.missing.size === 0) return',
  },
  {
    promise: 'untrusted content takes egress and mutation away',
    file: 'domain/capability.ts',
    line: 'tainted ? minus(base, lostWhileTainted) : base;',
    without: 'tainted ? base : base;',
  },
  {
    promise: 'a once call whose process died is not run again',
    file: 'domain/effect.ts',
    line: "effect === 'read' || effect === 'idempotent' || effect === 'keyed';",
    without: "effect !== 'reconcilable';",
  },
  {
    promise: 'policy denies beat everything',
    file: 'turn/gate/gate.ts',
    line: "if (veto !== null) return { kind: 'refuse', answer: vetoed(veto.reason) };",
    without: "if (veto !== null && decision.kind === 'denied') return { kind: 'refuse', answer: vetoed(veto.reason) };",
  },
  {
    promise: 'a settled approval takes no second decision',
    file: 'conversation/decide.ts',
    line: "if (approval.status.kind !== 'pending') return without({ kind: 'already-settled', status: approval.status });",
    without: '',
  },
];
