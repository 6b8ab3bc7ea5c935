import { describe, expect, it } from 'vitest';
import { type Person, personKey, samePerson } from '../../src/domain/person.ts';

const ann: Person = { team: 'T1', user: 'U1' };

describe('a person', () => {
  it.each<[string, Person, boolean]>([
    ['the same id in the same workspace', { team: 'T1', user: 'U1' }, true],
    ['another id in the same workspace', { team: 'T1', user: 'U2' }, false],
    ['the same id in another workspace', { team: 'T2', user: 'U1' }, false],
    ['another id in another workspace', { team: 'T2', user: 'U2' }, false],
    ['the two the other way round', { team: 'U1', user: 'T1' }, false],
  ])('is known by workspace and id, and so is its key: %s', (_, other, same) => {
    expect([samePerson(ann, other), personKey(ann) === personKey(other)]).toEqual([same, same]);
  });

  it('has a key that no other can have, whatever is in its ids', () => {
    expect(personKey({ team: 'T1","U1', user: 'x' })).not.toBe(personKey({ team: 'T1', user: 'U1","x' }));
  });
});
