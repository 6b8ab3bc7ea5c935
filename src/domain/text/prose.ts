/** A Slack link may be long; beyond this an opened `<` is disarmed instead of held back. */
const MAX_HELD = 3000;

/** What may follow a `<` in a token of Slack: a mention, or a link's target without blanks, perhaps with a label. */
const BODY = /^(?:[!@#][^<>]*|[^\s<>|]*(?:\|[^<>]*)?)/;
const MENTION = /^[!@#]/;

/** A target with one of these may be an address; plain words in brackets, such as `<div>`, are not Slack's. */
const ADDRESS = /^[^|]*?[:./]/;

export interface ProseDefuser {
  /** Takes the next piece of the text and returns what can be shown by now. */
  push(chunk: string): string;
  /** Returns what was held back. Nothing may be pushed afterwards. */
  end(): string;
}

/**
 * Makes a model's prose harmless in Slack and leaves the rest of its formatting alone: mentions (`<@U…>`, `<#C…>`,
 * `<!channel>` and all other `<!…>`) and links whose label is not their own address are shown as the text they are.
 */
export function defuseProse(text: string): string {
  const defuser = makeProseDefuser();
  return defuser.push(text) + defuser.end();
}

/** The same for a stream: holds back an unfinished `<…` of at most MAX_HELD characters. Any chunking gives one result. */
export function makeProseDefuser(): ProseDefuser {
  let held = '';
  const take = (text: string, last: boolean): string => {
    let shown = '';
    let at = 0;
    // Bounded by the text: every round consumes at least the `<` it stands on.
    for (;;) {
      const open = text.indexOf('<', at);
      if (open < 0) {
        held = '';
        return shown + text.slice(at);
      }
      shown += text.slice(at, open);
      const token = tokenAt(text, open, last);
      if (token === undefined) {
        held = text.slice(open);
        return shown;
      }
      shown += token.shown;
      at = open + token.length;
    }
  };
  return {
    push: (chunk) => take(held + chunk, false),
    end: () => take(held, true),
  };
}

/** What to show for the `<` at `open` and how many characters that covers; undefined while more text could decide. */
function tokenAt(text: string, open: number, last: boolean): { shown: string; length: number } | undefined {
  const window = text.slice(open + 1, open + 1 + MAX_HELD);
  const body = BODY.exec(window)?.[0] ?? '';
  const next = window.charAt(body.length);
  if (next === '>') {
    return { shown: isHarmless(body) ? `<${body}>` : `&lt;${body}&gt;`, length: body.length + 2 };
  }
  if (next === '' && window.length < MAX_HELD && !last) return undefined;
  // Not closed as a token is. A mention or an address is disarmed all the same: a later `>` might still close it.
  return { shown: MENTION.test(body) || ADDRESS.test(body) ? '&lt;' : '<', length: 1 };
}

function isHarmless(body: string): boolean {
  if (MENTION.test(body)) return false;
  const bar = body.indexOf('|');
  return bar < 0 || !ADDRESS.test(body) || isOwnAddress(body.slice(0, bar), body.slice(bar + 1));
}

/** Whether the label of a link says nothing but where it leads. */
function isOwnAddress(target: string, label: string): boolean {
  const address = bare(target);
  const host = address.split(/[/?#]/, 1).join('');
  return bare(label) === address || bare(label) === host;
}

function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/\/$/, '');
}
