import type { ApproverRule } from '../../domain/approver-rule.ts';
import { bold, type Piece, user, words } from './rich.ts';

/** More names than this make a card hard to read; the rule itself is the operator's. */
const NAMED = 6;

/** Who may decide, as the policy has it. */
export function approversLine(rule: ApproverRule, requester: string): readonly Piece[] {
  // Who is in the channel need not be named beside it; the requester is.
  const anyoneHere = rule.channels.includes('here');
  const named: Piece[] = [
    ...(rule.requester && !rule.notRequester && !anyoneHere ? [user(requester)] : []),
    ...rule.users.filter((id) => id !== requester || !rule.requester).map((id) => user(id)),
    ...rule.groups.map((group): Piece => ({ kind: 'group', group })),
    ...rule.channels.map(
      (id): Piece => (id === 'here' ? words('anyone in this channel') : { kind: 'channel', channel: id }),
    ),
  ];
  if (named.length === 0) return [words('Nobody may decide this.')];
  const shown = named.slice(0, NAMED).flatMap((piece, index) => (index === 0 ? [piece] : [words(', '), piece]));
  return [
    bold('May decide: '),
    ...shown,
    ...(named.length > NAMED ? [words(` and ${named.length - NAMED} more`)] : []),
    ...(rule.notRequester ? [words(', other than the requester')] : []),
    ...(rule.quorum > 1 ? [words(` · ${rule.quorum} people have to agree`)] : []),
  ];
}
