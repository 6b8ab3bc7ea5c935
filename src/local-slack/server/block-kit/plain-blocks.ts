import { CONTEXT_ACTIONS } from './buttons.ts';
import { ACCESSORIES, ACTIONS, INPUTS } from './elements.ts';
import { imageElement } from './images.ts';
import { LIMITS } from './limits.ts';
import { type Check, inside, isList, isObject, list, problem, type Rule, refined, tagged, typed } from './rule.ts';
import { eitherText, mrkdwnText, plainText } from './text-objects.ts';
import { flag, id, link, text } from './values.ts';

const named = { block_id: id };

const textOrFields: Check = (block, at) =>
  block['text'] === undefined && block['fields'] === undefined
    ? [problem(inside(at, 'type'), 'must define either `text` or `fields`')]
    : [];

/** Two elements of one block may not answer to the same name: a click could not be told apart. */
const distinctActionIds: Check = (block, at) => {
  const elements = isList(block['elements']) ? block['elements'] : [];
  const seen = new Set<unknown>();
  return elements.flatMap((element, index) => {
    const name = isObject(element) ? element['action_id'] : undefined;
    if (name === undefined) return [];
    if (seen.has(name)) {
      return [
        problem(
          inside(inside(inside(at, 'elements'), index), 'action_id'),
          '`action_id` must be unique within a block',
        ),
      ];
    }
    seen.add(name);
    return [];
  });
};

export const section: Rule = refined(
  typed(
    'section',
    {},
    {
      ...named,
      text: eitherText(LIMITS.section.text),
      fields: list(eitherText(LIMITS.section.field), { min: 1, max: LIMITS.section.fields }),
      accessory: tagged(ACCESSORIES),
      expand: flag,
    },
  ),
  textOrFields,
);

export const header: Rule = typed('header', { text: plainText(LIMITS.header) }, named);

export const divider: Rule = typed('divider', {}, named);

export const context: Rule = typed(
  'context',
  {
    elements: list(
      tagged(
        new Map([
          ['image', imageElement],
          ['plain_text', plainText(LIMITS.text)],
          ['mrkdwn', mrkdwnText(LIMITS.text)],
        ]),
      ),
      { min: 1, max: LIMITS.context },
    ),
  },
  named,
);

export const actions: Rule = refined(
  typed('actions', { elements: list(tagged(ACTIONS), { min: 1, max: LIMITS.actions }) }, named),
  distinctActionIds,
);

export const contextActions: Rule = refined(
  typed('context_actions', { elements: list(tagged(CONTEXT_ACTIONS), { min: 1, max: LIMITS.contextActions }) }, named),
  distinctActionIds,
);

export const input: Rule = typed(
  'input',
  { label: plainText(LIMITS.input.label), element: tagged(INPUTS) },
  { ...named, hint: plainText(LIMITS.input.hint), optional: flag, dispatch_action: flag },
);

export const video: Rule = typed(
  'video',
  {
    alt_text: text(LIMITS.video.alt),
    title: plainText(LIMITS.video.title),
    thumbnail_url: link,
    video_url: link,
  },
  {
    ...named,
    title_url: link,
    author_name: text(LIMITS.video.author),
    provider_name: text(LIMITS.video.provider),
    provider_icon_url: link,
    description: plainText(LIMITS.video.description),
  },
);
