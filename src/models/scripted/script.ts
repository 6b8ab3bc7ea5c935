/** One thing the scripted model does, in order. */
export type Act =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'think'; readonly text: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'results' }
  | { readonly kind: 'call'; readonly toolName: string; readonly argumentsText: string; readonly id: string | null };

/** One reply of the model. */
export type Step = readonly Act[];

/** A wait longer than this is a mistake in a script, not a test of patience. */
const MAX_WAIT_MS = 600_000;
const MAX_REPEATS = 1_000;

/**
 * Reads a script: lines that start with `!`; others are ignored. Null when the text has none.
 * `!step` ends a reply; calls in one reply are parallel; `!repeat N` repeats the last call in N further replies.
 */
export function readScript(text: string): readonly Step[] | null {
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith('!'));
  if (lines.length === 0) return null;
  const steps: Act[][] = [[]];
  const last = (): Act[] => steps.at(-1) ?? [];
  for (const line of lines) {
    const [word, rest] = split(line.trim().slice(1));
    if (word === 'step') {
      steps.push([]);
    } else if (word === 'repeat') {
      const call = steps.flat().findLast((act) => act.kind === 'call');
      const times = Math.min(Number.parseInt(rest, 10) || 0, MAX_REPEATS);
      if (call !== undefined) for (let i = 0; i < times; i += 1) steps.push([call]);
    } else {
      last().push(readAct(word, rest));
    }
  }
  return steps;
}

function readAct(word: string, rest: string): Act {
  switch (word) {
    case 'say':
      return { kind: 'say', text: rest };
    case 'think':
      return { kind: 'think', text: rest };
    case 'wait':
      return { kind: 'wait', ms: Math.min(Number.parseInt(rest, 10) || 0, MAX_WAIT_MS) };
    case 'fail':
      return { kind: 'fail', message: rest };
    case 'results':
      return { kind: 'results' };
    default:
      return readCall(word, rest) ?? { kind: 'say', text: `I do not know the script word !${word}.` };
  }
}

function readCall(word: string, rest: string): Act | null {
  const [toolName, argumentsText] = split(rest);
  if (toolName === '') return null;
  if (word === 'callraw') return { kind: 'call', toolName, argumentsText, id: null };
  const [, id] = /^call(?:#(.*))?$/s.exec(word) ?? [];
  if (!word.startsWith('call') || (id === undefined && word !== 'call')) return null;
  return { kind: 'call', toolName, argumentsText: argumentsText === '' ? '{}' : argumentsText, id: id ?? null };
}

/** The first word and what follows the one space after it, untouched. */
function split(text: string): readonly [string, string] {
  const space = text.indexOf(' ');
  return space === -1 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}
