import type { FixtureWorkspace, JsonObject } from './fixture-workspace.ts';
import { actions, botMessage, button, mrkdwn, option, plain, richText, sampleTs } from './samples.ts';

const longWord = `unbroken${'x'.repeat(300)}`;

/** Every sort of thing the bot shows, with words that do not break and rows that do not end. */
export function wideWorld(workspace: FixtureWorkspace): void {
  const blocks = wideBlocks();
  const root = { ts: sampleTs, user: 'U0ALICE', text: `<@U0COUNTER> ${longWord}`, reply_count: 3 };
  workspace.listings.set('C0GENERAL', [root, botMessage(blocks, { ts: '1764417601.1' })]);
  workspace.listings.set(`C0GENERAL/${sampleTs}`, [
    root,
    botMessage(blocks, { ts: '1764417602.1', edited: { user: 'U0COUNTER' } }),
    botMessage([], { ts: '1764417603.1', text: `> ${longWord}\n\`code\``, ephemeral: true }),
    botMessage([], { ts: '1764417604.1', text: longWord, streaming_state: 'in_progress' }),
  ]);
  workspace.home = { id: 'V0HOME', type: 'home', blocks };
}

function wideBlocks(): readonly JsonObject[] {
  const cells = (text: string) => Array.from({ length: 12 }, () => ({ type: 'raw_text', text }));
  return [
    { type: 'header', text: plain(longWord.slice(0, 150)) },
    {
      type: 'section',
      text: mrkdwn(`*bold* <https://example.com|link> \`${longWord}\``),
      accessory: button('A button with words'),
    },
    { type: 'section', fields: [mrkdwn(longWord), plain('short')] },
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: `{\n  "a": "${longWord}"\n}` }] }],
    },
    { type: 'markdown', text: `### ${longWord}\n- ${longWord}\n\n| a | b |\n|---|---|\n| ${longWord} | 2 |` },
    { type: 'table', rows: [cells('Head'), cells('a cell of words')] },
    {
      type: 'task_card',
      task_id: 't',
      title: longWord,
      status: 'error',
      details: richText({ type: 'text', text: 'details' }),
    },
    {
      type: 'task_card',
      task_id: 'u',
      title: 'Pay',
      status: 'complete',
      output: richText({ type: 'text', text: 'paid' }),
    },
    ...['default', 'info', 'warning', 'error', 'success'].map((level) => ({
      type: 'alert',
      level,
      text: mrkdwn(`an *alert* of ${level}`),
    })),
    { type: 'card', block_id: 'c', title: mrkdwn('Card'), subtitle: mrkdwn('below'), body: mrkdwn(longWord) },
    { type: 'container', title: plain('Box'), child_blocks: [{ type: 'section', text: plain(longWord) }] },
    actions(
      button('Approve', { style: 'primary' }),
      button('Deny', { style: 'danger' }),
      button('Edit arguments'),
      {
        type: 'static_select',
        action_id: 's',
        placeholder: plain('Choose'),
        options: [option(longWord.slice(0, 75), '1')],
      },
      { type: 'datepicker', action_id: 'd' },
    ),
    { type: 'context', elements: [mrkdwn(`expires in 4 h · ${longWord}`), mrkdwn('<!here> :lock:')] },
    { type: 'image', image_url: 'https://pictures.example/a.png', alt_text: longWord },
  ];
}
