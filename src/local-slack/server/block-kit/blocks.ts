import { markdown, plan, taskCard } from './agent-blocks.ts';
import { dataVisualization } from './charts.ts';
import { alert, card, carousel, container } from './framed-blocks.ts';
import { imageBlock } from './images.ts';
import { actions, context, contextActions, divider, header, input, section, video } from './plain-blocks.ts';
import { richText } from './rich-text.ts';
import { only, type Rule, tagged } from './rule.ts';
import { dataTable, table } from './tables.ts';

/**
 * Every block an app may send, and where. `file`, `call` and `share_shortcut` are missing on purpose: Slack puts them
 * into what it delivers and takes them from no one.
 */
export const block: Rule = tagged(
  new Map([
    ['section', section],
    ['header', header],
    ['divider', divider],
    ['context', context],
    ['image', imageBlock],
    ['actions', actions],
    ['input', input],
    ['rich_text', richText],
    ['video', video],
    ['alert', alert],
    ['card', only(['message', 'home'], card)],
    ['carousel', only(['message', 'home'], carousel)],
    ['container', only(['message', 'home'], container)],
    ['table', only(['message', 'home'], table)],
    ['data_table', only(['message', 'home'], dataTable)],
    ['data_visualization', only(['message', 'home'], dataVisualization)],
    ['markdown', only(['message'], markdown)],
    ['task_card', only(['message'], taskCard)],
    ['plan', only(['message'], plan)],
    ['context_actions', only(['message'], contextActions)],
  ]),
);
