import type { ProseDefuser } from '../../domain/text/prose.ts';

/** An address may be long; a `![` with more than this behind it is disarmed instead of held back. */
const MAX_HELD = 3_000;
/** A line need not be longer than this to be seen to open or close a code block. */
const LINE_KEPT = 200;

/** What follows `![` in a picture: its text, then where it is to be fetched from. */
const PICTURE = /\][([]/;
/** Nothing in Markdown goes on across an empty line. */
const EMPTY_LINE = /\n[ \t]*\n/;
const OPENING = /^ {0,3}(`{3,})[^`]*$/;
const CLOSING = /^ {0,3}(`{3,})[ \t]*$/;

/**
 * Shows a picture in a model's prose as the text it is, `![…](…)`: nobody's client fetches an address of the model's
 * choice unasked. Code blocks are left alone. Holds back an undecided `![`; any chunking gives one result.
 */
export function makePictureDefuser(): ProseDefuser {
  const code = makeCodeBlocks();
  let held = '';

  const take = (text: string, last: boolean): string => {
    let shown = '';
    let at = 0;
    const pass = (upTo: number): void => {
      const part = text.slice(at, upTo);
      code.pass(part);
      shown += part;
      at = upTo;
    };
    // Bounded by the text: every round passes at least the `![` it stands on.
    for (;;) {
      const open = text.indexOf('![', at);
      if (open < 0) {
        pass(!last && text.endsWith('!') ? text.length - 1 : text.length);
        break;
      }
      pass(open);
      const verdict = code.isOpen() ? 'text' : verdictOn(text.slice(open + 2, open + 2 + MAX_HELD), last);
      if (verdict === 'undecided') break;
      if (verdict === 'picture') {
        shown += '!\\';
        at += 1;
      }
      pass(open + 2);
    }
    held = text.slice(at);
    return shown;
  };

  return {
    push: (chunk) => take(held + chunk, false),
    end: () => take(held, true),
  };
}

function verdictOn(window: string, last: boolean): 'picture' | 'text' | 'undecided' {
  const [body = ''] = window.split(EMPTY_LINE, 1);
  if (PICTURE.test(body)) return 'picture';
  if (body.length < window.length || (last && window.length < MAX_HELD)) return 'text';
  return window.length < MAX_HELD ? 'undecided' : 'picture';
}

/** Whether the text passed so far ends inside of a code block. */
function makeCodeBlocks() {
  let line = '';
  let fence: string | null = null;
  const endLine = (): void => {
    if (fence === null) fence = OPENING.exec(line)?.[1] ?? null;
    else if ((CLOSING.exec(line)?.[1]?.length ?? 0) >= fence.length) fence = null;
    line = '';
  };
  return {
    isOpen: () => fence !== null,
    pass(text: string): void {
      const [first = '', ...others] = text.split('\n');
      line = (line + first).slice(0, LINE_KEPT);
      for (const next of others) {
        endLine();
        line = next.slice(0, LINE_KEPT);
      }
    },
  };
}
