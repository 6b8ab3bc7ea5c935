import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../src/local-slack/server/block-kit/validate.ts';
import { actions, button, letters, mrkdwn, option, plain, richText, section } from './payloads.ts';

function complaint(...blocks: readonly unknown[]): unknown {
  const verdict = validateMessage({ text: 't', blocks });
  return verdict.kind === 'ok' ? 'ok' : verdict.messages.at(-1);
}

const raw = (text: string) => ({ type: 'raw_text', text });
const image = { type: 'image', alt_text: 'a' };
const menu = (fields: object) => actions({ type: 'static_select', ...fields });

describe('text', () => {
  test('is counted as it is escaped', () => {
    expect(complaint(section('<'.repeat(751)))).toBe(
      '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    );
  });

  test('may hold as many emoji as characters', () => {
    expect(complaint({ type: 'header', text: plain('🙂'.repeat(150)) })).toBe('ok');
  });

  test('is a text object, not a string', () => {
    expect(complaint({ type: 'section', text: 'hello' })).toBe(
      '[ERROR] must provide an object [json-pointer:/blocks/0/text]',
    );
  });

  test('of a header is plain', () => {
    expect(complaint({ type: 'header', text: mrkdwn('h') })).toBe(
      '[ERROR] must be a valid enum value [json-pointer:/blocks/0/text/type]',
    );
  });

  test('in mrkdwn has no emoji switch', () => {
    expect(complaint({ type: 'section', text: { type: 'mrkdwn', text: 'a', emoji: true } })).toBe(
      '[ERROR] invalid additional property: emoji [json-pointer:/blocks/0/text]',
    );
  });
});

describe('names', () => {
  test('a block_id may not be used twice', () => {
    expect(complaint(section('a', { block_id: 'x' }), section('b', { block_id: 'x' }))).toBe(
      '[ERROR] `block_id` must be unique within the payload [json-pointer:/blocks/1/block_id]',
    );
  });

  test('a block_id inside a container counts too', () => {
    const container = { type: 'container', title: plain('t'), child_blocks: [section('b', { block_id: 'x' })] };
    expect(complaint(section('a', { block_id: 'x' }), container)).toBe(
      '[ERROR] `block_id` must be unique within the payload [json-pointer:/blocks/1/child_blocks/0/block_id]',
    );
  });

  test('an action_id may not be used twice in a block', () => {
    expect(complaint(actions(button({ action_id: 'a' }), button({ action_id: 'a' })))).toBe(
      '[ERROR] `action_id` must be unique within a block [json-pointer:/blocks/0/elements/1/action_id]',
    );
  });

  test('an action_id may be used again in another block', () => {
    expect(complaint(actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' })))).toBe('ok');
  });

  test('a name such as __proto__ is an unknown key like any other', () => {
    const block: unknown = JSON.parse('{ "type": "divider", "__proto__": {} }');
    expect(complaint(block)).toBe('[ERROR] invalid additional property: __proto__ [json-pointer:/blocks/0]');
  });

  test('a block type such as constructor is unknown', () => {
    expect(complaint({ type: 'constructor' })).toBe('[ERROR] must be a valid enum value [json-pointer:/blocks/0/type]');
  });
});

describe('menus', () => {
  test('take options or groups, not both', () => {
    const both = { options: [option('v')], option_groups: [{ label: plain('g'), options: [option('w')] }] };
    expect(complaint(menu(both))).toBe(
      '[ERROR] must define either `options` or `option_groups` [json-pointer:/blocks/0/elements/0]',
    );
  });

  test('start with one of their options', () => {
    expect(complaint(menu({ options: [option('v')], initial_option: option('other') }))).toBe(
      '[ERROR] must match one of the options [json-pointer:/blocks/0/elements/0/initial_option]',
    );
  });

  test('may start with an option of a group', () => {
    const grouped = { option_groups: [{ label: plain('g'), options: [option('v')] }], initial_option: option('v') };
    expect(complaint(menu(grouped))).toBe('ok');
  });

  test.each(['static_select', 'multi_static_select'])('of type %s need some source of options', (type) => {
    expect(complaint(actions({ type }))).toBe(
      '[ERROR] must define either `options` or `option_groups` [json-pointer:/blocks/0/elements/0]',
    );
  });

  test('with several answers start with options they have', () => {
    const several = { type: 'multi_static_select', options: [option('v')], initial_options: [option('other')] };
    expect(complaint(actions(several))).toBe(
      '[ERROR] must match one of the options [json-pointer:/blocks/0/elements/0/initial_options]',
    );
  });

  test('of conversations filter by something if they filter', () => {
    expect(complaint(actions({ type: 'conversations_select', filter: {} }))).toBe(
      '[ERROR] must define at least one filter [json-pointer:/blocks/0/elements/0/filter]',
    );
  });

  test('of conversations may filter by one thing', () => {
    expect(complaint(actions({ type: 'conversations_select', filter: { exclude_bot_users: true } }))).toBe('ok');
  });

  test('hold plain options only', () => {
    expect(complaint(menu({ options: [option('v', { text: mrkdwn('*v*') })] }))).toBe(
      '[ERROR] must be a valid enum value [json-pointer:/blocks/0/elements/0/options/0/text/type]',
    );
  });

  test('open no URL unless they are overflow menus', () => {
    expect(complaint(menu({ options: [option('v', { url: 'https://a.b' })] }))).toBe(
      '[ERROR] invalid additional property: url [json-pointer:/blocks/0/elements/0/options/0]',
    );
  });

  test('with an outside source say how long a query has to be', () => {
    expect(complaint(actions({ type: 'external_select', min_query_length: 0 }))).toBe('ok');
  });

  test('take at least one answer if they take several', () => {
    expect(complaint(actions({ type: 'multi_users_select', max_selected_items: 0 }))).toBe(
      '[ERROR] must be greater than 0 [json-pointer:/blocks/0/elements/0/max_selected_items]',
    );
  });
});

describe('dates', () => {
  test.each(['2026-02-30', '2026-2-3', '26-02-03', 'tomorrow', 20260203])('%s is no day', (day) => {
    expect(complaint(actions({ type: 'datepicker', initial_date: day }))).toBe(
      '[ERROR] must be in the format YYYY-MM-DD [json-pointer:/blocks/0/elements/0/initial_date]',
    );
  });

  test.each(['24:00', '9:30', '12:60'])('%s is no time', (time) => {
    expect(complaint(actions({ type: 'timepicker', initial_time: time }))).toBe(
      '[ERROR] must be in the format HH:mm [json-pointer:/blocks/0/elements/0/initial_time]',
    );
  });

  test('a moment is given in seconds, not milliseconds', () => {
    const picker = { type: 'datetimepicker', initial_date_time: 1_628_633_820_000 };
    expect(complaint(actions(picker))).toBe(
      '[ERROR] must be less than 10000000000 [json-pointer:/blocks/0/elements/0/initial_date_time]',
    );
  });
});

describe('pictures', () => {
  test.each(['http://localhost/a.png', 'http://10.0.0.1/a.png', 'https://box.local/a.png', 'file:///a.png'])(
    '%s cannot be fetched',
    (url) => {
      expect(complaint({ ...image, image_url: url })).toBe(
        '[ERROR] downloading image failed [json-pointer:/blocks/0/image_url]',
      );
    },
  );

  test.each([{}, { id: 'F1', url: 'https://a.b/c.png' }])('name a Slack file in one way: %j does not', (slack_file) => {
    expect(complaint({ ...image, slack_file })).toBe(
      '[ERROR] must define either `id` or `url` [json-pointer:/blocks/0/slack_file]',
    );
  });

  test('come from an address or from a Slack file, not from both', () => {
    expect(complaint({ ...image, image_url: 'https://a.b/c.png', slack_file: { id: 'F1' } })).toBe(
      '[ERROR] must define either `image_url` or `slack_file` [json-pointer:/blocks/0]',
    );
  });
});

describe('tables', () => {
  test('have rows of one width', () => {
    expect(complaint({ type: 'table', rows: [[raw('a'), raw('b')], [raw('c')]] })).toBe(
      '[ERROR] must provide 2 cells [json-pointer:/blocks/0/rows/1]',
    );
  });

  test('may have fewer column settings than columns', () => {
    expect(complaint({ type: 'table', rows: [[raw('a'), raw('b')]], column_settings: [{ align: 'right' }] })).toBe(
      'ok',
    );
  });

  test('have a plain header if they are data tables', () => {
    expect(complaint({ type: 'data_table', caption: 'c', rows: [[richText('a')], [raw('b')]] })).toBe(
      '[ERROR] the header row may not hold rich text [json-pointer:/blocks/0/rows/0/0]',
    );
  });

  test('are identified by a column they have', () => {
    const data = { type: 'data_table', caption: 'c', rows: [[raw('a')], [raw('b')]], row_header_column_index: 1 };
    expect(complaint(data)).toBe('[ERROR] must be less than 1 [json-pointer:/blocks/0/row_header_column_index]');
  });
});

describe('other blocks', () => {
  test('a chart has a value for each category', () => {
    const series = [{ name: 's', data: [{ label: 'a', value: 1 }] }];
    const chart = { type: 'line', series, axis_config: { categories: ['a', 'b'] } };
    expect(complaint({ type: 'data_visualization', title: 't', chart })).toBe(
      '[ERROR] must provide a value for each category [json-pointer:/blocks/0/chart/series/0]',
    );
  });

  test('a slice of a pie is more than nothing', () => {
    const chart = { type: 'pie', segments: [{ label: 'a', value: 0 }] };
    expect(complaint({ type: 'data_visualization', title: 't', chart })).toBe(
      '[ERROR] must be a number greater than 0 [json-pointer:/blocks/0/chart/segments/0/value]',
    );
  });

  test.each([1.5, '2'])('a menu takes no %j answers', (max_selected_items) => {
    expect(complaint(actions({ type: 'multi_users_select', max_selected_items }))).toBe(
      '[ERROR] must provide an integer [json-pointer:/blocks/0/elements/0/max_selected_items]',
    );
  });

  test('a card shows something', () => {
    expect(complaint({ type: 'card', subtitle: mrkdwn('s') })).toBe(
      '[ERROR] must define at least one of `hero_image`, `title`, `actions`, `body` [json-pointer:/blocks/0/type]',
    );
  });

  test('a container is collapsed only if it can be', () => {
    const container = { type: 'container', title: plain('t'), child_blocks: [section('s')], default_collapsed: true };
    expect(complaint(container)).toBe('[ERROR] requires `is_collapsible` [json-pointer:/blocks/0/default_collapsed]');
  });

  test('a container holds no container', () => {
    const inner = { type: 'container', title: plain('t'), child_blocks: [section('s')] };
    expect(complaint({ ...inner, child_blocks: [inner] })).toBe(
      '[ERROR] must be a valid enum value [json-pointer:/blocks/0/child_blocks/0/type]',
    );
  });

  test('a task has rich text for its output, not a string', () => {
    const task = { type: 'task_card', task_id: '1', title: 't', status: 'complete', output: 'done' };
    expect(complaint(task)).toBe('[ERROR] must provide an object [json-pointer:/blocks/0/output]');
  });

  test('a task of a plan says its type or leaves it out', () => {
    const fields = { task_id: '1', title: 't', status: 'complete' };
    expect(complaint({ type: 'plan', title: 'p', tasks: [fields, { ...fields, type: 'task_card' }] })).toBe('ok');
  });

  test('a task of a plan is of no other type', () => {
    const task = { task_id: '1', title: 't', status: 'complete', type: 'section' };
    expect(complaint({ type: 'plan', title: 'p', tasks: [task] })).toBe(
      '[ERROR] must be a valid enum value [json-pointer:/blocks/0/tasks/0/type]',
    );
  });

  test('preformatted rich text holds no mention', () => {
    const code = { type: 'rich_text_preformatted', elements: [{ type: 'user', user_id: 'U1' }] };
    expect(complaint({ type: 'rich_text', elements: [code] })).toBe(
      '[ERROR] must be a valid enum value [json-pointer:/blocks/0/elements/0/elements/0/type]',
    );
  });

  test('a button opens addresses only', () => {
    expect(complaint(actions(button({ url: 'here' })))).toBe(
      '[ERROR] must be a valid URL [json-pointer:/blocks/0/elements/0/url]',
    );
  });

  test('a payload wrong everywhere gets no more than fifty lines', () => {
    const field = mrkdwn(letters(2001));
    const verdict = validateMessage({ blocks: Array(50).fill({ type: 'section', fields: Array(10).fill(field) }) });
    expect(verdict).toMatchObject({ messages: { length: 50 } });
  });
});
