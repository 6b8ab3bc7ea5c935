import { assertNever } from '../domain/assert-never.ts';
import type { AuditFinding } from '../store/audit/finding.ts';
import type { PrunedPart } from '../store/audit/removed-before.ts';

/** What was removed on purpose, and when. */
export const sayPruned = ({ conversation, upTo, at }: PrunedPart): string =>
  `${conversation} events 1 to ${upTo}: pruned on ${new Date(at).toISOString().slice(0, 10)}`;

/** One finding in one line: where, and what is wrong there. */
export function sayFinding(finding: AuditFinding): string {
  switch (finding.kind) {
    case 'bad-checkpoint':
      return `checkpoint in line ${finding.line}: ${finding.because}`;
    case 'bad-export':
      return `line ${finding.line}: not as an export has it, or the file ends too early`;
    default:
      return `${finding.conversation} event ${finding.seq}: ${fault(finding)}`;
  }
}

function fault(finding: Exclude<AuditFinding, { readonly kind: 'bad-checkpoint' | 'bad-export' }>): string {
  switch (finding.kind) {
    case 'broken-chain':
      return 'not the event that was written here, or one before it is missing';
    case 'missing-tail':
      return 'it was here and is gone, with everything after it';
    case 'rewritten':
      return 'not the event that a checkpoint has on record';
    case 'unreadable':
      return 'a signed event that cannot be read';
    case 'bad-signature':
      return `its signature does not hold (${finding.because})`;
    case 'unbound':
      return `signed, but it does not answer what was asked (${finding.because})`;
    default:
      return assertNever(finding);
  }
}
