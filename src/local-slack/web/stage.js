// @ts-check
/** @import { Field, Plain, Stage } from './shapes.js' */
/** @import { Names } from './names.js' */
import { click, suggest } from './api.js';
import { showError } from './notice.js';

/**
 * The stage of a message, modal or home tab: a press goes to the workspace, and a refusal is said on the page.
 * @param {object} wanted
 * @param {string} wanted.scope
 * @param {string} wanted.viewer
 * @param {Names} wanted.names
 * @param {{ channel: string, ts: string } | { view_id: string }} wanted.where
 * @param {Stage['errors']} [wanted.errors]
 * @returns {Stage}
 */
export function makeStage({ scope, viewer, names, where, errors = {} }) {
  /** @type {Stage['fields']} */
  const fields = new Map();
  return {
    scope,
    viewer,
    names,
    fields,
    errors,
    async press(press) {
      const answer = await click(viewer, { ...press, ...where, values: valuesOf(fields) });
      if (!answer.ok) showError(answer.error);
    },
    async suggest(press, query) {
      const answer = await suggest(viewer, { ...press, ...where, value: query });
      if (answer.ok)
        return [...(answer.options ?? []), ...(answer.option_groups ?? []).flatMap((group) => group.options)];
      showError(answer.error);
      return [];
    },
  };
}

/**
 * The plain values of a form by block_id. A block with several controls is left out: one value could not say whose it is,
 * and each of them has told the app of its change already.
 * @param {Map<string, Field>} fields
 * @returns {Record<string, Plain>}
 */
export function valuesOf(fields) {
  const byBlock = Map.groupBy(fields.values(), (field) => field.blockId);
  return Object.fromEntries(
    [...byBlock].flatMap(([blockId, [first, ...others]]) =>
      first && others.length === 0 ? [[blockId, first.read()]] : [],
    ),
  );
}
