import { describe, expect, it } from 'vitest';
import { loadPageModule } from './support/page-module.ts';

interface Names {
  readonly person: (id: string) => string;
}
interface NamesModule {
  readonly makeNames: (people: readonly object[], channels: readonly object[]) => Names;
  readonly wireText: (typed: string, names: Names) => string;
  readonly typedText: (stored: string, names: Names) => string;
}

const { makeNames, wireText, typedText } = await loadPageModule<NamesModule>('names.js');
const names = makeNames(
  [
    { id: 'U0AL', name: 'al', real_name: 'Al' },
    { id: 'U0ALICE', name: 'alice', real_name: 'Al Ice' },
  ],
  [{ id: 'C0OPS', name: 'ops' }],
);

describe('names in what people type', () => {
  it.each([
    ['@Al hi', '<@U0AL> hi'],
    ['@al ice!', '<@U0ALICE>!'],
    ['ask @Countersign.', 'ask <@U0COUNTER>.'],
    ['see #ops', 'see <#C0OPS>'],
    ['me@al.example', 'me@al.example'],
    ['@alpha', '@alpha'],
    ['<@U0AL> & <b>', '<@U0AL> & <b>'],
  ])('%s is sent as %s', (typed, wire) => {
    expect(wireText(typed, names)).toBe(wire);
  });

  it('a stored text is shown for editing as it was typed', () => {
    expect(typedText('&lt;b&gt; &amp;lt; <@U0AL> <#C0OPS|ops>', names)).toBe('<b> &lt; @Al #ops');
  });

  it('an id nobody has is shown as it is', () => {
    expect(names.person('U0NOBODY')).toBe('U0NOBODY');
  });
});
