/**
 * Every number Slack holds a payload to, in one table. Lengths are counted as `counted-length.ts` says.
 * Source: https://docs.slack.dev/reference/block-kit and, where a comment says so, answers seen from the real service.
 */
export const LIMITS = {
  id: 255,
  text: 3000,
  url: 3000,
  message: {
    blocks: 50,
    attachments: 100,
    updateText: 4000, // chat.update answers msg_too_long above this; chat.postMessage cuts silently at 40,000
    markdown: 12_000, // cumulative over a payload, and per call for markdown_text
    // Not documented. 11,341 characters outside markdown were refused (slackapi/bolt-js#2867), so that is where we refuse.
    blockText: 11_340,
    tables: 1,
    tableText: 10_000,
    dataTableText: 20_000,
    charts: 2,
    metadataBytes: 16_384, // Slack names the error but not the size; this bound is ours
  },
  view: { blocks: 100, title: 24, submit: 24, close: 24, privateMetadata: 3000, bytes: 250_000 },
  section: { text: 3000, fields: 10, field: 2000 },
  header: 150,
  image: { alt: 2000, title: 2000 },
  input: { label: 2000, hint: 2000 },
  context: 10,
  actions: 25,
  contextActions: 5,
  button: { text: 75, value: 2000, label: 75 },
  visibleTo: 10,
  confirm: { title: 100, text: 300, confirm: 30, deny: 30 },
  option: { text: 75, value: 150, description: 75 },
  groupLabel: 75,
  placeholder: 150,
  options: { select: 100, groups: 100, overflow: 5, toggles: 10 },
  textInput: { length: 3000, lines: 100 },
  files: 10,
  video: { alt: 200, title: 200, author: 50, provider: 50, description: 200 },
  listIndent: 8,
  alert: 200,
  card: { title: 150, subtitle: 150, body: 200, subtext: 200, actions: 3 },
  carousel: 10,
  container: { title: 150, subtitle: 150, children: 10 },
  table: { rows: 100, columns: 20 },
  dataTable: { minRows: 2, rows: 201, columns: 20, page: 100 }, // rows count the header
  chart: { title: 50, segments: 12, series: 12, points: 20, label: 20, axis: 50 },
  // 256 is documented for every task and plan field, but Slack was seen to enforce it on none but titles.
  chunk: { title: 256, text: 12_000, blocks: 50 },
} as const;
