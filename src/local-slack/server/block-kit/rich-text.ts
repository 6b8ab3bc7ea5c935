import { LIMITS } from './limits.ts';
import { list, oneOf, type Rule, shape, tagged, typed } from './rule.ts';
import { anyNumber, flag, id, integer, link, matching, someText } from './values.ts';

const style: Rule = shape(
  {},
  {
    bold: flag,
    italic: flag,
    strike: flag,
    underline: flag,
    code: flag,
    highlight: flag,
    client_highlight: flag,
    unlink: flag,
  },
);

const styled = { style };

const textPart = typed('text', { text: someText }, styled);
const linkPart = typed('link', { url: link }, { ...styled, text: someText, unsafe: flag });

/** What a line of rich text is made of. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
const part: Rule = tagged(
  new Map([
    ['text', textPart],
    ['link', linkPart],
    ['emoji', typed('emoji', { name: someText }, { ...styled, unicode: someText, url: link })],
    ['user', typed('user', { user_id: someText }, styled)],
    ['usergroup', typed('usergroup', { usergroup_id: someText }, styled)],
    ['channel', typed('channel', { channel_id: someText }, styled)],
    ['team', typed('team', { team_id: someText }, styled)],
    ['broadcast', typed('broadcast', { range: oneOf('here', 'channel', 'everyone') }, styled)],
    ['color', typed('color', { value: matching(/^#[0-9a-f]{6}$/i, '#rrggbb') }, styled)],
    ['date', typed('date', { timestamp: anyNumber, format: someText }, { ...styled, url: link, fallback: someText })],
  ]),
);

const section: Rule = typed('rich_text_section', { elements: list(part) });
const border = oneOf(0, 1);

const richList: Rule = typed(
  'rich_text_list',
  { elements: list(section) },
  { style: oneOf('bullet', 'ordered'), indent: integer(0, LIMITS.listIndent), offset: integer(0), border },
);

const preformatted: Rule = typed(
  'rich_text_preformatted',
  {
    elements: list(
      tagged(
        new Map([
          ['text', textPart],
          ['link', linkPart],
        ]),
      ),
    ),
  },
  { border },
);

const paragraph: Rule = tagged(
  new Map([
    ['rich_text_section', section],
    ['rich_text_list', richList],
    ['rich_text_quote', typed('rich_text_quote', { elements: list(part) }, { border })],
    ['rich_text_preformatted', preformatted],
  ]),
);

export const richText: Rule = typed('rich_text', { elements: list(paragraph) }, { block_id: id });
