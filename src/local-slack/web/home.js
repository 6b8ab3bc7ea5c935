// @ts-check
/** @import { State } from './store.js' */
import { element } from './element.js';
import { replace } from './keyed-list.js';
import { drawBlocks } from './render/blocks/block.js';
import { makeStage } from './stage.js';

/** The app's Home tab as published for the person who looks. */
export function makeHome() {
  const root = element('section', { class: 'home', 'aria-label': 'Home', hidden: true });
  let drawn = '';
  let page = element('div');
  root.append(page);
  return {
    root,
    /** @param {State} state */
    show(state) {
      const { place, home } = state;
      root.hidden = place.kind !== 'home';
      if (root.hidden) return;
      const signature = JSON.stringify([place.user, home, state.names.people.length]);
      if (signature === drawn) return;
      drawn = signature;
      const fresh = element(
        'div',
        { class: 'home-page' },
        home
          ? drawHome(home, state)
          : element('p', { class: 'empty' }, 'The app has not published a Home tab for you yet.'),
      );
      replace(page, fresh);
      page = fresh;
    },
  };
}

/**
 * @param {NonNullable<State['home']>} home
 * @param {State} state
 */
function drawHome(home, state) {
  const stage = makeStage({
    scope: 'home',
    viewer: state.place.user,
    names: state.names,
    where: { view_id: home.id ?? '' },
  });
  return drawBlocks(home.blocks, stage);
}
