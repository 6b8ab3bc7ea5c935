// @ts-check
/** @import { Block } from '../../shapes.js' */
import { element } from '../../element.js';
import { wordsOf } from '../text.js';

/** @typedef {{ label: string, value: number }} Point */

/** @typedef {{ type: string, series?: { name: string, data: Point[] }[], segments?: Point[] }} Chart */

/**
 * A chart as a table of its numbers: everything it says, without a drawing library.
 * @param {Block & { chart?: Chart }} block
 */
export function drawChart(block) {
  const chart = block.chart;
  const series = chart?.series ?? [{ name: 'Value', data: chart?.segments ?? [] }];
  const labels = series[0]?.data.map((point) => point.label) ?? [];
  const head = element(
    'tr',
    {},
    element('th', {}, ''),
    ...series.map((line) => element('th', { class: 'align-right' }, line.name)),
  );
  const rows = labels.map((label, row) =>
    element(
      'tr',
      {},
      element('td', {}, label),
      ...series.map((line) => element('td', { class: 'align-right' }, String(line.data[row]?.value ?? ''))),
    ),
  );
  const title = wordsOf(block.title);
  return element(
    'div',
    { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': title || 'Chart' },
    element('table', {}, element('caption', {}, title), element('thead', {}, head), element('tbody', {}, ...rows)),
  );
}
