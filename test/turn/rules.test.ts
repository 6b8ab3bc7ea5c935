import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callKey } from '../../src/domain/call.ts';
import { type Capability, capabilities, covers, granted } from '../../src/domain/capability.ts';
import { requestId } from '../../src/domain/ids.ts';
import type { Hook } from '../../src/turn/hook.ts';
import { mergePatches } from '../../src/turn/hooks/merge-patches.ts';
import type { RequestPatch } from '../../src/turn/request-patch.ts';
import { run } from '../support/turn/a-turn.ts';
import { scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

const TOOLS = ['a', 'b', 'c'] as const;
const someTools = fc.subarray([...TOOLS]);
const someCapabilities = fc.subarray<Capability>([...capabilities]).map((list) => new Set(list));
/** Two letters and the marks that join fields find an ambiguous key. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '[', '\\'), maxLength: 3 });

const patch: fc.Arbitrary<RequestPatch> = fc.record(
  {
    preamble: text,
    temperature: fc.constantFrom(0, 1),
    activeTools: someTools,
    toolChoice: fc.constantFrom({ kind: 'auto' } as const, { kind: 'none' } as const),
    additionalParams: fc.constantFrom({ x: 1 }, { y: { z: 1 } }, [1], null),
    extraContext: fc.array(fc.record({ id: text, text }), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

describe('rules that hold for everything', () => {
  it('a tainted conversation never holds a capability that a clean one does not', () => {
    fc.assert(
      fc.property(someCapabilities, (base) => {
        expect(covers(granted(base, false), granted(base, true))).toBe(true);
      }),
    );
  });

  it('two calls share a key only when they are the same call', () => {
    const identity = fc.record({ requestId: text.map(requestId), toolName: text, argsJson: text });
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        const same = a.requestId === b.requestId && a.toolName === b.toolName && a.argsJson === b.argsJson;
        expect(callKey(a) === callKey(b)).toBe(same);
      }),
      { numRuns: 5_000 },
    );
  });

  it('no stack of patches advertises a tool that the baseline does not', async () => {
    const stacks = fc.array(patch, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(stacks, someTools, async (list, baseline) => {
        const model = scriptedModel(words('ok'));
        const hooks = list.map((one): Hook => ({ name: 'h', completionCall: () => ({ kind: 'patch', patch: one }) }));
        await run(
          model,
          baseline.map((name) => aTool(name)),
          { hooks },
        );
        const offered = model.requests.flatMap(({ tools }) => tools.map(({ name }) => name));
        expect(offered.filter((name) => !baseline.some((known) => known === name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('merging two patches changes neither of them', () => {
    fc.assert(
      fc.property(patch, patch, (a, b) => {
        const before = structuredClone([a, b]);
        mergePatches(a, b, () => {});
        expect([a, b]).toEqual(before);
      }),
    );
  });

  it('merging with nothing changes nothing', () => {
    fc.assert(
      fc.property(patch, (a) => {
        expect(mergePatches(a, {}, () => {})).toEqual(a);
        expect(mergePatches({}, a, () => {})).toEqual(a);
      }),
    );
  });
});
