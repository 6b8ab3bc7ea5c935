import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyApprovals } from '../../../src/domain/approvals.ts';
import { canonicalText, type JsonValue, readArguments } from '../../../src/domain/canonical-json.ts';
import { displayArguments } from '../../../src/domain/text/display-arguments.ts';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { approvalCard } from '../../../src/slack/views/approval-card.ts';
import { argumentPages } from '../../../src/slack/views/arguments-text.ts';
import { editFormView } from '../../../src/slack/views/edit-form.ts';
import { fullView } from '../../../src/slack/views/full-view.ts';
import { homeView } from '../../../src/slack/views/home.ts';
import { settledCard } from '../../../src/slack/views/settled-card.ts';
import { describeForm } from '../../../src/tools/schema-form/describe-form.ts';
import { here, startTime } from '../../support/conversation.ts';
import { anApproval, settledStatuses } from '../../support/slack/approvals.ts';

const RUNS = 30;
/** A busy machine takes its time. */
const PATIENCE_MS = 120_000;
const DEEPEST = 62;
/** Larger ones are met in a test of their own: they take a second each. */
const SIZES = [1_000, 20_000, 200_000] as const;
const END = 'the very END';
/** What nobody sees: controls other than a line break, formats, private use, odd spaces, joiners, fillers. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u2800\u3164]|\p{Variation_Selector}/u;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }).filter((each) => each.isWellFormed()),
  fc.constantFrom(
    '<!channel>',
    '&lt;',
    '```',
    '\u202egnp.exe',
    '\u0000',
    ' '.repeat(4_000),
    'x\u200by',
    '\ue000',
    '𝕏😀',
  ),
);
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 2, arbitrary: fc.array(leaf, { maxLength: 5 }) },
  { weight: 2, arbitrary: fc.dictionary(text, leaf, { maxKeys: 5 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(text, fc.constantFrom(...SIZES))
      .map(([part, size]) => repeated(part === '' ? 'x' : part, size)),
  },
);

/** Arguments of any size and depth, with the same words somewhere at their deepest. */
const args = fc
  .record({
    head: fc.dictionary(text, value, { maxKeys: 4 }),
    tail: value,
    depth: fc.integer({ min: 0, max: DEEPEST }),
  })
  .map(({ head, tail, depth }) => {
    let inner: JsonValue = { a: jsonOf(tail), z: END };
    for (let level = 0; level < depth; level += 1) inner = { in: inner };
    return { ...jsonOf(head), '\u{10ffff}': inner };
  });

const jsonOf = <T>(given: T): T => JSON.parse(JSON.stringify(given));

/** At most this many bytes of UTF-8, in whole characters. */
function repeated(part: string, bytes: number): string {
  const times = Math.max(1, Math.floor(bytes / Buffer.byteLength(part)));
  return part.repeat(times);
}

const approvalOf = (argsJson: string) =>
  anApproval({ call: { ...anApproval().request.call, argsJson }, destructive: true });

const ok = { kind: 'ok' };

describe('any arguments', () => {
  const property = (holds: (argsJson: string) => void): void =>
    fc.assert(
      fc.property(args, (given) => {
        const reading = readArguments(JSON.stringify(given));
        // What is larger than a megabyte never comes to a card.
        fc.pre(reading.kind === 'read');
        if (reading.kind === 'read') holds(reading.argsJson);
      }),
      { numRuns: RUNS },
    );

  it('make cards, pages, forms and App Homes that Slack takes', { timeout: PATIENCE_MS }, () => {
    property((argsJson) => {
      const approval = approvalOf(argsJson);
      const listing = { conversation: here, approval };
      const form = describeForm({ type: 'object', additionalProperties: true }, argsJson);
      const { length } = argumentPages(argsJson, 'shown');
      const views = [
        fullView(approval, 0, 'masked'),
        fullView(approval, length - 1, 'shown'),
        homeView({
          toDecide: [listing],
          questions: [],
          waiting: [listing],
          grants: [],
          recent: [listing],
          cardRoute: 'direct',
          notice: null,
        }),
        ...(form.kind === 'form' ? [editFormView({ model: form, toolTitle: 'A tool', approvalId: 'approval-1' })] : []),
      ];
      const settled = settledStatuses.map((status) =>
        settledCard({ ...approval, settledAt: startTime }, status, emptyApprovals()),
      );
      expect(views.map((view) => validateView(view))).toEqual(views.map(() => ok));
      for (const card of [approvalCard(approval), ...settled]) expect(validateMessage(card, 'update')).toEqual(ok);
    });
  });

  it('show nothing that cannot be seen', { timeout: PATIENCE_MS }, () => {
    property((argsJson) => {
      const shown = [...argumentPages(argsJson, 'shown').flat(), ...argumentPages(argsJson, 'masked').flat()];
      expect(shown.flatMap((page) => page.split('\n')).find((line) => HIDDEN.test(line))).toBeUndefined();
    });
  });

  it('every page together is all of the arguments, to the last byte', { timeout: PATIENCE_MS }, () => {
    property((argsJson) => {
      const pages = argumentPages(argsJson, 'shown');
      const whole = displayArguments(argsJson, { secrets: { kind: 'show' } }).text;
      expect(pages.flat().join('')).toBe(whole);
      expect(whole).toContain(END);
      const last = fullView(approvalOf(argsJson), pages.length - 1, 'shown');
      expect(JSON.stringify(last.blocks)).toContain(JSON.stringify(pages.at(-1)?.at(-1)));
      expect(last.submit?.text).toBe('Approve');
    });
  });

  it('of a whole megabyte are approved on a page that shows their end', { timeout: PATIENCE_MS }, () => {
    const argsJson = canonicalText({ a: '<&>\u202e'.repeat(170_000), z: END });
    expect(Buffer.byteLength(argsJson)).toBeGreaterThan(900_000);
    const pages = argumentPages(argsJson, 'shown');
    const views = [0, Math.floor(pages.length / 2), pages.length - 1].map((page) =>
      fullView(approvalOf(argsJson), page, 'shown'),
    );
    expect(views.map((view) => [validateView(view), view.submit?.text])).toEqual([
      [ok, undefined],
      [ok, undefined],
      [ok, 'Approve'],
    ]);
    expect(pages.flat().slice(-2).join('')).toContain(END);
  });
});
