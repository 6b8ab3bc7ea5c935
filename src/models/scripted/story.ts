import type { CallResult } from '../../domain/event.ts';
import type { Step } from './script.ts';

/** What the story knows of the demo's world. */
export interface StoryWorld {
  /** Base address of the demo's web pages, such as `http://127.0.0.1:3939/site`. */
  readonly siteUrl: string;
}

/** The results that came back for each reply so far, in order. */
export type Heard = readonly (readonly CallResult[])[];

const say = (text: string): Step => [{ kind: 'say', text }];
const call = (toolName: string, args: Record<string, unknown>) =>
  ({ kind: 'call', toolName, argumentsText: JSON.stringify(args), id: null }) as const;

const HELP = `I am a scripted model: no key is set, so I only know a small story. Try one of these:
• refund order 1042
• add a note to 1042: customer called
• read the reviews page and refund whoever complains
• list the files
• help`;

/** The reply to a plain sentence, by how many replies were given before it. */
export function tellStory(sentence: string, heard: Heard, world: StoryWorld): Step {
  const text = sentence.trim().toLowerCase();
  const [, refunded] = /\brefund (?:order )?#?(\d{3,6})\b/.exec(text) ?? [];
  if (refunded !== undefined) return refund(refunded, heard);
  const [, noted, note] = /\bnote (?:to|on|for) (?:order )?#?(\d{3,6})[\s:,-]*(.*)$/s.exec(sentence.trim()) ?? [];
  if (noted !== undefined) return addNote(noted, note ?? '', heard);
  if (/\breviews?\b/.test(text)) return readReviews(heard, world);
  if (/\bfiles?\b/.test(text)) return listFiles(heard);
  if (/\bhelp\b/.test(text)) return say(HELP);
  return say(`I am scripted and did not understand that. ${HELP.slice(HELP.indexOf('Try'))}`);
}

function refund(order: string, heard: Heard): Step {
  if (heard.length === 0) {
    return [{ kind: 'say', text: `Let me look at order ${order} first.` }, call('shop.find_orders', { query: order })];
  }
  if (heard.length === 1) {
    const cents = totalOf(heard[0]) ?? 2500;
    return [
      { kind: 'say', text: 'I found it. I would refund it in full.' },
      call('shop.issue_refund', {
        order_id: order,
        amount_cents: cents,
        reason: 'Customer asked for a refund',
        notify: true,
        method: 'original',
      }),
    ];
  }
  return say(report(heard.at(-1)?.[0], `Order ${order} is refunded`));
}

function addNote(order: string, note: string, heard: Heard): Step {
  if (heard.length > 0) return say(report(heard.at(-1)?.[0], `The note is on order ${order}`));
  const text = note.trim() === '' ? 'Customer called' : note.trim();
  return [
    { kind: 'say', text: `I will add that note to order ${order}.` },
    call('shop.add_note', { order_id: order, text }),
  ];
}

/** Does what the page says, as a gullible model would: the page holds a planted instruction. */
function readReviews(heard: Heard, world: StoryWorld): Step {
  if (heard.length === 0) {
    return [
      { kind: 'say', text: 'I will read the reviews page.' },
      call('web.fetch', { url: `${world.siteUrl}/reviews` }),
    ];
  }
  if (heard.length > 1) return say(report(heard.at(-1)?.[0], 'Done as the page asked'));
  const page = heard[0]?.[0]?.text ?? '';
  const [, order = '1043'] = /refund (?:order )?#?(\d{3,6})/i.exec(page) ?? [];
  return [
    { kind: 'say', text: 'One review complains and asks for a refund, so I would issue it.' },
    call('shop.issue_refund', {
      order_id: order,
      amount_cents: 9900,
      reason: 'A review asked for it',
      notify: false,
      method: 'original',
    }),
  ];
}

function listFiles(heard: Heard): Step {
  if (heard.length === 0) return [call('files.list', { path: '.' })];
  return say(`These files are there:\n${heard.at(-1)?.[0]?.text ?? '(none)'}`);
}

function report(result: CallResult | undefined, done: string): string {
  switch (result?.outcome) {
    case 'succeeded':
      return `${done}: ${clip(result.text)}`;
    case 'denied':
      return `I did not do it: the request was denied. ${clip(result.text)}`;
    case 'expired':
      return 'I did not do it: nobody answered in time.';
    default:
      return `That did not work: ${clip(result?.text ?? 'no result')}`;
  }
}

function totalOf(results: readonly CallResult[] | undefined): number | null {
  const [, cents] = /"total_cents":\s*(\d+)/.exec(results?.[0]?.text ?? '') ?? [];
  return cents === undefined ? null : Number(cents);
}

const MAX_QUOTED = 400;
const clip = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
