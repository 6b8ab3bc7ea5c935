/** Smallest sound payloads, to be made wrong in one place at a time. */

export function modal(blocks: unknown, fields: object = {}): object {
  return { type: 'modal', title: plain('Title'), submit: plain('Send'), blocks, ...fields };
}

export function home(blocks: unknown, fields: object = {}): object {
  return { type: 'home', blocks, ...fields };
}

export function plain(text: string): object {
  return { type: 'plain_text', text };
}

export function mrkdwn(text: string): object {
  return { type: 'mrkdwn', text };
}

export function section(text: string, fields: object = {}): object {
  return { type: 'section', text: mrkdwn(text), ...fields };
}

export function actions(...elements: readonly unknown[]): object {
  return { type: 'actions', elements };
}

export function input(element: unknown, fields: object = {}): object {
  return { type: 'input', label: plain('Label'), element, ...fields };
}

export function button(fields: object = {}): object {
  return { type: 'button', text: plain('Press'), ...fields };
}

export function option(value: string, fields: object = {}): object {
  return { text: plain('Option'), value, ...fields };
}

export function richText(text: string): object {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] };
}

/** Any number of the same thing, each made from its index. */
export function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function letters(count: number): string {
  return 'x'.repeat(count);
}
