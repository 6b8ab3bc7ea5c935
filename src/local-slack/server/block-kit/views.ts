import { blocksOfType, placedBlocks, repeatedBlockIds, repeatedFocus } from './across-blocks.ts';
import { block } from './blocks.ts';
import { LIMITS } from './limits.ts';
import {
  announced,
  type Check,
  inside,
  isObject,
  list,
  oneOf,
  type Place,
  problem,
  type Rule,
  refined,
  type Surface,
  shape,
} from './rule.ts';
import { plainText } from './text-objects.ts';
import { flag, text } from './values.ts';

/** The surface a view names, or none if it names none. */
export function surfaceOfView(view: unknown): Surface | undefined {
  const type = isObject(view) ? view['type'] : undefined;
  return type === 'modal' || type === 'home' ? type : undefined;
}

const blocks = list(block, { min: 1, max: LIMITS.view.blocks });

const common = {
  private_metadata: text(LIMITS.view.privateMetadata, { min: 0 }),
  callback_id: text(LIMITS.id, { min: 0 }),
  external_id: text(LIMITS.id, { min: 0 }),
};

const uniqueNames: Check = (view, at) => {
  const placed = placedBlocks(view['blocks'], inside(at, 'blocks'));
  return [...repeatedBlockIds(placed), ...repeatedFocus(placed)];
};

/** `submit` is what sends an input: a modal with inputs and no `submit` could never be sent. */
const submitForInputs: Check = (view, at) => {
  if (view['submit'] !== undefined) return [];
  return blocksOfType(placedBlocks(view['blocks'], inside(at, 'blocks')), 'input').map((input) =>
    problem(inside(input.at, 'input'), 'must define `submit` to use an `input` block in modals'),
  );
};

/** https://docs.slack.dev/reference/views/modal-views */
const modal: Rule = refined(
  shape(
    { title: plainText(LIMITS.view.title), blocks, type: oneOf('modal') },
    {
      ...common,
      submit: plainText(LIMITS.view.submit),
      close: plainText(LIMITS.view.close),
      clear_on_close: flag,
      notify_on_close: flag,
    },
  ),
  uniqueNames,
  submitForInputs,
);

/** https://docs.slack.dev/reference/views/home-tab-views */
const home: Rule = refined(shape({ blocks, type: oneOf('home') }, common), uniqueNames);

/** A view that is no home tab is held to what a modal needs, as Slack does with `{}`. */
export const view: Rule = announced((value, at: Place) => (at.surface === 'home' ? home(value, at) : modal(value, at)));
