import { LIMITS } from './limits.ts';
import {
  type Check,
  inside,
  isList,
  isObject,
  list,
  problem,
  type Rule,
  refined,
  shape,
  tagged,
  typed,
} from './rule.ts';
import { anyNumber, id, positiveNumber, text } from './values.ts';

const label = text(LIMITS.chart.label);

const pie: Rule = typed('pie', {
  segments: list(shape({ label, value: positiveNumber }), { min: 1, max: LIMITS.chart.segments }),
});

const series: Rule = shape({
  name: label,
  data: list(shape({ label, value: anyNumber }), { min: 1, max: LIMITS.chart.points }),
});

const axes: Rule = shape(
  { categories: list(label, { min: 1, max: LIMITS.chart.points }) },
  { x_label: text(LIMITS.chart.axis), y_label: text(LIMITS.chart.axis) },
);

/** Every series has one point for every category of the axis. */
const coversCategories: Check = (chart, at) => {
  const axis = isObject(chart['axis_config']) ? chart['axis_config']['categories'] : undefined;
  const categories = new Set(isList(axis) ? axis : []);
  const all = isList(chart['series']) ? chart['series'].filter(isObject) : [];
  return all.flatMap((one, index) => {
    const points = isList(one['data']) ? one['data'].filter(isObject).map((point) => point['label']) : [];
    const complete = points.length === categories.size && points.every((name) => categories.has(name));
    return complete ? [] : [problem(inside(inside(at, 'series'), index), 'must provide a value for each category')];
  });
};

function plotted(type: string): Rule {
  const fields = { series: list(series, { min: 1, max: LIMITS.chart.series }), axis_config: axes };
  return refined(typed(type, fields), coversCategories);
}

export const dataVisualization: Rule = typed(
  'data_visualization',
  {
    title: text(LIMITS.chart.title),
    chart: tagged(
      new Map([
        ['pie', pie],
        ['bar', plotted('bar')],
        ['line', plotted('line')],
        ['area', plotted('area')],
      ]),
    ),
  },
  { block_id: id },
);
