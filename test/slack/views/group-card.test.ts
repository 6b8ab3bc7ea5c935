import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Approval, emptyApprovals } from '../../../src/domain/approvals.ts';
import { readArguments } from '../../../src/domain/canonical-json.ts';
import { approvalId } from '../../../src/domain/ids.ts';
import { validateMessage } from '../../../src/local-slack/server/block-kit/validate.ts';
import { groupCard } from '../../../src/slack/views/group-card.ts';
import { groupOf } from '../../../src/slack/views/group-rows.ts';
import { GROUP_ROWS, LIMITS, SINGLE_CARDS } from '../../../src/slack/views/limits.ts';
import { alice, startTime } from '../../support/conversation.ts';
import { textOfBlocks } from '../../support/scenario/shown-text.ts';
import { aDecision, anApproval, settledStatuses } from '../../support/slack/approvals.ts';

/** Approvals of one turn, as the fold has them. */
function asked(rows: readonly Approval[]) {
  const state = emptyApprovals();
  for (const [n, row] of rows.entries()) {
    const id = approvalId(`approval-${n}`);
    state.approvals.set(id, { ...row, request: { ...row.request, approvalId: id } });
  }
  return state;
}

const cardsOf = (rows: readonly Approval[], how: 'whole' | 'bare' = 'whole') => {
  const state = asked(rows);
  const groups = new Map(
    [...state.approvals.values()].flatMap((approval) => {
      const group = groupOf(state, approval);
      return group === null ? [] : [[group.index, group] as const];
    }),
  );
  return [...groups.values()].map((group) => groupCard(group, state, how));
};

const textLength = (blocks: unknown): number =>
  [...JSON.stringify(blocks).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].reduce(
    (sum, [, text]) => sum + (text ?? '').replaceAll(/[&<>]/g, '&amp;').length,
    0,
  );

describe('a message of many cards', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed()),
    fc.constantFrom('<!channel>', '\u202e', ' '.repeat(5_000), '<'.repeat(900), '😀'.repeat(900), 'x'.repeat(900)),
  );
  const row = fc.record({
    args: fc.dictionary(word, word, { maxKeys: 4 }),
    name: word,
    status: fc.constantFrom({ kind: 'pending' as const }, ...settledStatuses),
    destructive: fc.boolean(),
  });

  it('is taken by Slack, whatever the calls are and however they stand', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: SINGLE_CARDS + 1, maxLength: 2 * GROUP_ROWS }), (rows) => {
        const approvals = rows.map(({ args, name, status, destructive }) => {
          const reading = readArguments(JSON.stringify(args));
          const argsJson = reading.kind === 'read' ? reading.argsJson : '{}';
          const call = { ...anApproval().request.call, toolName: name || 'x', argsJson };
          return anApproval({ call, title: name || 'x', destructive }, { status });
        });
        for (const card of [...cardsOf(approvals), ...cardsOf(approvals, 'bare')]) {
          expect(validateMessage(card, 'update')).toEqual({ kind: 'ok' });
          expect(textLength(card.blocks)).toBeLessThanOrEqual(LIMITS.messageText);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names no two buttons of a row alike, and carries nothing but ids', () => {
    const [card] = cardsOf(Array.from({ length: GROUP_ROWS }, () => anApproval()));
    const values = [...JSON.stringify(card).matchAll(/"value":"([^"]*)"/g)].map(([, value]) => value);
    expect(new Set(values)).toEqual(new Set(Array.from({ length: GROUP_ROWS }, (_, n) => `approval-${n}`)));
  });

  it.each([
    ['cannot be undone', { destructive: true }],
    ['the sandbox would refuse', { sandbox: 'outside of its folder' }],
    ['untrusted content may have asked for', { taint: { kind: 'thread-history' as const } }],
    ['a rule has rewritten', { effectiveArgsJson: '{}' }],
    ['hides characters', { call: { ...anApproval().request.call, argsJson: '{"a":"x\u200b"}' } }],
    ['holds a secret', { call: { ...anApproval().request.call, argsJson: '{"password":"hunter2hunter2"}' } }],
  ])('has no approval in the row of a call that %s', (_, request) => {
    const rows = Array.from({ length: SINGLE_CARDS + 1 }, () => anApproval(request));
    expect(JSON.stringify(cardsOf(rows))).not.toContain('"approve"');
  });

  it('says for each row who may decide it, where the calls fall under different rules', () => {
    const rule = { ...anApproval().request.approvers, channels: [], groups: ['S0ONCALL'] };
    const usual = Array.from({ length: SINGLE_CARDS }, (_, n) => anApproval({}, { expiresAt: startTime + n }));
    const [one] = cardsOf([...usual, anApproval({}, { expiresAt: startTime })]);
    const [mixed] = cardsOf([...usual, anApproval({ approvers: rule })]);
    const count = (card: unknown): number => JSON.stringify(card).split('May decide').length - 1;
    expect([count(one), count(mixed)]).toEqual([1, SINGLE_CARDS + 1]);
    expect(JSON.stringify(mixed)).toContain('"usergroup_id":"S0ONCALL"');
  });

  it('says in a row who has agreed, and in an answered one by whom, when, why and with what', () => {
    const two = { ...anApproval().request.approvers, quorum: 2 };
    const agreed = anApproval({ approvers: two }, { endorsements: [aDecision('approve', { approver: alice })] });
    const signed = aDecision('approve-edited', { effectiveArgsJson: '{"order_id":"1043"}', reason: 'as said' });
    const edited = anApproval({}, { status: { kind: 'approved', signed }, settledAt: startTime });
    const [card] = cardsOf([agreed, edited, ...Array.from({ length: SINGLE_CARDS }, () => anApproval())]);
    const text = textOfBlocks(card?.blocks ?? []);
    for (const shown of [
      '1 of 2 have agreed: <@U0ALICE>',
      'Approved by <@U0BOB> with changed',
      'as said',
      '1042',
      '1043',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('has no buttons once everything is answered', () => {
    const [status] = settledStatuses;
    if (status === undefined) throw new Error('there is one');
    const rows = Array.from({ length: GROUP_ROWS }, () => anApproval({}, { status }));
    expect(JSON.stringify(cardsOf(rows))).not.toContain('action_id');
  });
});
