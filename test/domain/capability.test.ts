import { describe, expect, it } from 'vitest';
import {
  allCapabilities,
  type Capability,
  type CapabilitySet,
  capabilities,
  capabilityList,
  covers,
  granted,
  lostWhileTainted,
  minus,
  noCapabilities,
  union,
} from '../../src/domain/capability.ts';

const set = (...names: readonly Capability[]): CapabilitySet => new Set(names);

describe('capabilities', () => {
  it('have one order, in which they are shown and signed', () => {
    expect(capabilities).toEqual([
      'local-read',
      'local-write',
      'fixed-connector-read',
      'arbitrary-egress',
      'mutate-external',
    ]);
  });

  it('are listed in that order however a set came about, and only those in it', () => {
    expect(capabilityList(set('mutate-external', 'fixed-connector-read', 'local-read'))).toEqual([
      'local-read',
      'fixed-connector-read',
      'mutate-external',
    ]);
  });

  it('are all needed by a tool nobody has described', () => {
    expect(capabilityList(allCapabilities)).toEqual(capabilities);
  });

  it('can be taken away, those that are there', () => {
    expect(minus(set('local-read', 'local-write'), set('local-write', 'arbitrary-egress'))).toEqual(set('local-read'));
  });

  it('can be put together', () => {
    expect(union(set('local-read'), set('local-read', 'local-write'))).toEqual(set('local-read', 'local-write'));
  });

  it.each<[string, CapabilitySet, CapabilitySet, boolean]>([
    ['all that is needed', set('local-read', 'local-write'), set('local-write'), true],
    ['exactly what is needed', set('local-read'), set('local-read'), true],
    ['a part of what is needed', set('local-read'), set('local-read', 'local-write'), false],
    ['nothing of what is needed', set('local-read'), set('local-write'), false],
    ['anything, where nothing is needed', noCapabilities, noCapabilities, true],
  ])('cover a need when they hold every part of it: %s', (_, covered, needed, expected) => {
    expect(covers(covered, needed)).toBe(expected);
  });
});

describe('a tainted conversation', () => {
  it('loses the ways out: egress and changes elsewhere', () => {
    expect(lostWhileTainted).toEqual(set('arbitrary-egress', 'mutate-external'));
  });

  it.each<[string, boolean, CapabilitySet]>([
    ['less while tainted', true, set('local-read', 'local-write', 'fixed-connector-read')],
    ['all of the base while clean', false, allCapabilities],
  ])('may use unasked %s', (_, tainted, expected) => {
    expect(granted(allCapabilities, tainted)).toEqual(expected);
  });

  it('gains nothing that the base lacks', () => {
    expect(granted(set('local-read', 'mutate-external'), true)).toEqual(set('local-read'));
  });
});
