import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyApprovals } from '../../../src/domain/approvals.ts';
import { canonicalText, type JsonObject, readArguments } from '../../../src/domain/canonical-json.ts';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { approvalCard } from '../../../src/slack/views/approval-card.ts';
import { argumentPages } from '../../../src/slack/views/arguments-text.ts';
import { bareCard } from '../../../src/slack/views/bare-card.ts';
import { fullView } from '../../../src/slack/views/full-view.ts';
import { reminder } from '../../../src/slack/views/notices.ts';
import { settledCard } from '../../../src/slack/views/settled-card.ts';
import { alice, bob, startTime } from '../../support/conversation.ts';
import { aDecision, anApproval, settledStatuses } from '../../support/slack/approvals.ts';

const argsOf = (value: JsonObject): string => canonicalText(value);
const asking = (value: JsonObject, rest: Parameters<typeof anApproval>[0] = {}) =>
  anApproval({ call: { ...anApproval().request.call, argsJson: argsOf(value) }, ...rest });
const textOf = (view: unknown): string => JSON.stringify(view);
const actionsOf = (view: unknown): string[] =>
  [...textOf(view).matchAll(/"action_id":"([a-z_]+)"/g)].map(([, id]) => id ?? '');

/** Every message and modal an approval can become. */
function everyView(approval: ReturnType<typeof anApproval>) {
  const messages = [
    approvalCard(approval),
    bareCard(approval),
    reminder(approval),
    ...settledStatuses.map((status) => settledCard({ ...approval, settledAt: startTime }, status, emptyApprovals())),
  ];
  const { length } = argumentPages(approval.request.call.argsJson, 'masked');
  const modals = [fullView(approval, 0, 'masked'), fullView(approval, length - 1, 'shown')];
  return { messages, modals };
}

describe('every view of an approval', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed()),
    fc.constantFrom(
      '<@U0ADMIN>',
      '<!channel>',
      '&lt;',
      '```',
      '\u202e',
      '\u0000',
      ' '.repeat(5_000),
      '<'.repeat(9_000),
      '😀'.repeat(3_000),
    ),
  );
  const value = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(word, tie('json'), { maxKeys: 4 }),
    ),
  })).json;

  it('is taken by Slack, whatever the arguments, names and reasons are', () => {
    fc.assert(
      fc.property(fc.dictionary(word, value, { maxKeys: 6 }), word, word, (args, name, reason) => {
        const reading = readArguments(JSON.stringify(args));
        if (reading.kind === 'refused') return;
        const approval = anApproval({
          call: { ...anApproval().request.call, toolName: name || 'x', argsJson: reading.argsJson },
          title: name || 'x',
          reason,
          sandbox: reason || null,
          destructive: true,
        });
        const { messages, modals } = everyView(approval);
        for (const message of messages) expect(validateMessage(message, 'update')).toEqual({ kind: 'ok' });
        for (const view of modals) expect(validateView(view)).toEqual({ kind: 'ok' });
      }),
      { numRuns: 120 },
    );
  });

  it('is taken by Slack with a megabyte of arguments', () => {
    const approval = asking({ text: '<&>'.repeat(340_000) });
    expect(validateMessage(approvalCard(approval), 'update')).toEqual({ kind: 'ok' });
    expect(validateView(fullView(approval, Number.MAX_SAFE_INTEGER, 'masked'))).toEqual({ kind: 'ok' });
  });

  it('is taken by Slack with arguments nested as deep as they may be', () => {
    let nested: JsonObject = { end: 1 };
    for (let depth = 1; depth < 63; depth += 1) nested = { in: nested };
    const { messages, modals } = everyView(asking(nested));
    for (const message of messages) expect(validateMessage(message, 'update')).toEqual({ kind: 'ok' });
    for (const view of modals) expect(validateView(view)).toEqual({ kind: 'ok' });
  });
});

describe('the card of a pending approval', () => {
  it('carries nothing but the approval’s id in its buttons', () => {
    const card = approvalCard(anApproval({ cacheable: true }));
    const values = [...textOf(card).matchAll(/"value":"([^"]*)"/g)].map(([, each]) => each);
    expect(new Set(values)).toEqual(new Set(['approval-1']));
  });

  it('has each action once', () => {
    const ids = actionsOf(approvalCard(anApproval({ cacheable: true })));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('produces no mention, link or markup from foreign text', () => {
    const evil = 'x` <https://evil|Approve here> <!channel> <@U0ADMIN> <!subteam^S1> *bold*';
    const card = approvalCard(asking({ a: evil }, { title: evil, reason: evil, sandbox: evil }));
    const kinds = [...textOf(card.blocks).matchAll(/"type":"([a-z_]+)"/g)].map(([, kind]) => kind);
    expect(kinds).not.toContain('mrkdwn');
    expect(kinds).not.toContain('link');
    expect(kinds).not.toContain('broadcast');
    expect(card.text).not.toMatch(/<[!@h]/);
  });

  it('shows hidden characters and says how many there are', () => {
    const card = textOf(approvalCard(asking({ a: 'safe\u202egnp.exe\u200b' })));
    expect(card).toContain('\\\\u{202e}');
    expect(card).toContain('2 hidden characters');
  });

  it('shows the end of what was pushed out of sight by padding', () => {
    const card = textOf(approvalCard(asking({ command: `ls${' '.repeat(3_000)}&& curl evil` })));
    expect(card).toContain('⟨3000×␠⟩');
    expect(card).toContain('&& curl evil');
  });

  it('masks what looks secret', () => {
    const card = textOf(approvalCard(asking({ password: 'hunter2hunter2', note: 'xoxb-1234567890-abcdefghij' })));
    expect(card).not.toContain('hunter2');
    expect(card).not.toContain('xoxb-123');
    expect(card).toContain('values look secret');
  });

  it('warns of addresses that do not lead where they seem to', () => {
    const card = textOf(approvalCard(asking({ url: 'https://good.example@evil.example/x' })));
    expect(card).toContain('Look at the address evil.example');
  });

  it('has no approval while the arguments do not fit, and shows their head, tail, size and hash', () => {
    const card = approvalCard(asking({ text: `START${'long '.repeat(2_000)}END` }, { cacheable: true }));
    expect(actionsOf(card)).toEqual(['deny', 'edit', 'view_all']);
    const text = textOf(card);
    for (const shown of ['START', 'END', 'characters', 'SHA-256']) expect(text).toContain(shown);
  });

  it.each([
    ['a tool that is not cacheable', { cacheable: false }],
    ['a call the sandbox refused', { cacheable: true, sandbox: 'outside of its folder' }],
    [
      'a decision several people make',
      { cacheable: true, approvers: { ...anApproval().request.approvers, quorum: 2 } },
    ],
    [
      'a requester who may not decide',
      { cacheable: true, approvers: { ...anApproval().request.approvers, notRequester: true } },
    ],
  ])('does not offer “don’t ask again” for %s', (_, request) => {
    expect(actionsOf(approvalCard(anApproval(request)))).not.toContain('remember');
  });

  it('offers “don’t ask again” where it would work', () => {
    expect(actionsOf(approvalCard(anApproval({ cacheable: true })))).toContain('remember');
  });

  it('asks once more before something that cannot be undone', () => {
    expect(textOf(approvalCard(anApproval({ destructive: true })))).toContain('"confirm"');
    expect(textOf(approvalCard(anApproval({ destructive: false })))).not.toContain('"confirm"');
  });

  it('says why it asks, where untrusted content came from, who asked and who may decide', () => {
    const card = textOf(
      approvalCard(
        anApproval({ missing: ['arbitrary-egress'], taint: { kind: 'tool-result', toolName: 'web.fetch' } }),
      ),
    );
    expect(card).toContain('can send data to any address');
    expect(card).toContain('web.fetch');
    expect(card).toContain('"user_id":"U0ALICE"');
    expect(card).toContain('anyone in this channel');
  });

  it('shows a rewrite by policy in place of the proposal, and says so', () => {
    const card = textOf(approvalCard(anApproval({ effectiveArgsJson: '{"order_id":"9999"}' })));
    expect(card).toContain('9999');
    expect(card).not.toContain('1042');
    expect(card).toContain('A rule changed');
  });
});

describe('the card of a settled approval', () => {
  it.each(settledStatuses.map((status) => [status.kind, status] as const))(
    'has no button when it is %s',
    (_, status) => {
      expect(actionsOf(settledCard(anApproval(), status, emptyApprovals()))).toEqual([]);
    },
  );

  it('names who decided, and their reason', () => {
    const card = textOf(
      settledCard(
        anApproval(),
        { kind: 'denied', signed: aDecision('deny', { reason: 'too much' }) },
        emptyApprovals(),
      ),
    );
    expect(card).toContain(`"user_id":"${bob.user}"`);
    expect(card).toContain('too much');
  });

  it('shows what an approver changed, before and after', () => {
    const status = {
      kind: 'approved' as const,
      signed: aDecision('approve-edited', { effectiveArgsJson: '{"order_id":"1043","text":"hi"}' }),
    };
    const card = textOf(settledCard(anApproval(), status, emptyApprovals()));
    expect(card).toMatch(/1042.*→.*1043/);
  });

  it('never shows a secret that an approver changed', () => {
    const before = anApproval({ call: { ...anApproval().request.call, argsJson: '{"password":"old-secret"}' } });
    const status = {
      kind: 'approved' as const,
      signed: aDecision('approve-edited', { effectiveArgsJson: '{"password":"new-secret"}' }),
    };
    expect(textOf(settledCard(before, status, emptyApprovals()))).not.toMatch(/(?:old|new)-secret/);
  });

  it('is the same for the same log', () => {
    const [status] = settledStatuses;
    if (status === undefined) throw new Error('there is one');
    expect(settledCard(anApproval(), status, emptyApprovals())).toEqual(
      settledCard(anApproval(), status, emptyApprovals()),
    );
  });

  it('counts a person who agreed where several must', () => {
    const two = { ...anApproval().request.approvers, quorum: 2 };
    const card = textOf(
      approvalCard(anApproval({ approvers: two }, { endorsements: [aDecision('approve', { approver: alice })] })),
    );
    expect(card).toContain('1 of 2 have agreed');
  });
});

describe('the full view', () => {
  const long = asking({ text: 'abcdefghij '.repeat(12_000) });
  const pages = argumentPages(long.request.call.argsJson, 'masked');

  it('reaches the last character of the arguments', () => {
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)?.at(-1)?.endsWith('"')).toBe(true);
  });

  it('approves on the last page only', () => {
    expect(pages.map((_, page) => fullView(long, page, 'masked').submit !== undefined)).toEqual([
      ...pages.slice(1).map(() => false),
      true,
    ]);
  });

  it('approves nothing once the question is settled', () => {
    const settled = { ...long, status: { kind: 'expired' as const } };
    expect(fullView(settled, pages.length - 1, 'masked').submit).toBeUndefined();
  });

  it('shows secrets only where it is told to', () => {
    const secret = asking({ password: 'hunter2hunter2' });
    expect(textOf(fullView(secret, 0, 'masked'))).not.toContain('hunter2');
    expect(textOf(fullView(secret, 0, 'shown'))).toContain('hunter2');
  });
});
