import { button } from './buttons.ts';
import { imageBlock, imageElement } from './images.ts';
import { LIMITS } from './limits.ts';
import { actions, context, divider, header, input, section, video } from './plain-blocks.ts';
import { richText } from './rich-text.ts';
import { type Check, inside, list, oneOf, problem, type Rule, refined, tagged, typed } from './rule.ts';
import { table } from './tables.ts';
import { eitherText, mrkdwnText, plainText } from './text-objects.ts';
import { flag, id, someText } from './values.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/alert-block */
export const alert: Rule = typed(
  'alert',
  { text: eitherText(LIMITS.alert) },
  { block_id: id, level: oneOf('default', 'info', 'warning', 'error', 'success') },
);

function atLeastOneOf(...names: readonly string[]): Check {
  const choice = names.map((name) => `\`${name}\``).join(', ');
  return (block, at) =>
    names.some((name) => block[name] !== undefined)
      ? []
      : [problem(inside(at, 'type'), `must define at least one of ${choice}`)];
}

/** https://docs.slack.dev/reference/block-kit/blocks/card-block */
export const card: Rule = refined(
  typed(
    'card',
    {},
    {
      block_id: id,
      hero_image: imageElement,
      icon: imageElement,
      slack_icon: typed('icon', { name: someText }),
      title: mrkdwnText(LIMITS.card.title),
      subtitle: mrkdwnText(LIMITS.card.subtitle),
      body: mrkdwnText(LIMITS.card.body),
      subtext: mrkdwnText(LIMITS.card.subtext),
      actions: list(button, { min: 1, max: LIMITS.card.actions }),
    },
  ),
  atLeastOneOf('hero_image', 'title', 'actions', 'body'),
);

export const carousel: Rule = typed(
  'carousel',
  { elements: list(card, { min: 1, max: LIMITS.carousel }) },
  { block_id: id },
);

const child: Rule = tagged(
  new Map([
    ['actions', actions],
    ['context', context],
    ['divider', divider],
    ['header', header],
    ['image', imageBlock],
    ['input', input],
    ['rich_text', richText],
    ['section', section],
    ['table', table],
    ['video', video],
  ]),
);

const collapsesOnlyIfCollapsible: Check = (block, at) =>
  block['default_collapsed'] === true && block['is_collapsible'] !== true
    ? [problem(inside(at, 'default_collapsed'), 'requires `is_collapsible`')]
    : [];

/** https://docs.slack.dev/reference/block-kit/blocks/container-block */
export const container: Rule = refined(
  typed(
    'container',
    { child_blocks: list(child, { min: 1, max: LIMITS.container.children }) },
    {
      block_id: id,
      title: plainText(LIMITS.container.title),
      rich_text_title: richText,
      subtitle: eitherText(LIMITS.container.subtitle),
      icon: imageElement,
      width: oneOf('narrow', 'standard', 'wide', 'full'),
      is_collapsible: flag,
      default_collapsed: flag,
      has_header_divider: flag,
    },
  ),
  atLeastOneOf('title', 'rich_text_title'),
  collapsesOnlyIfCollapsible,
);
