/**
 * What Slack takes, counted on the text with `& < >` as entities. One table; every builder clips to it.
 * @see https://docs.slack.dev/reference/block-kit
 */
export const LIMITS = {
  header: 150,
  plainText: 3_000,
  /** Slack takes 4,000 when updating and cuts what is longer when posting. */
  fallbackText: 3_500,
  button: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  viewTitle: 24,
  inputLabel: 2_000,
  optionText: 75,
  /** Characters of a reason or a question somebody types. */
  typedText: 1_000,
  homeBlocks: 100,
  /**
   * All blocks of a message together: refusals were met from about 11,000 characters on (bolt-js#2867), so that is not
   * documented and a distance is kept.
   */
  messageText: 9_500,
} as const;

/** Arguments on a card up to this are shown whole; longer ones by head and tail, and in full under "View all". */
export const CARD_ARGUMENTS = 2_600;
/** A settled card shows what was proposed and what ran: two such texts. */
export const SETTLED_ARGUMENTS = 1_800;
/** One card each up to this many calls of one turn; beyond it they share messages, or a thread would be nothing but cards. */
export const SINGLE_CARDS = 5;
/** Calls in one message, and characters of arguments for each: with titles and buttons they stay under `messageText`. */
export const GROUP_ROWS = 8;
export const ROW_ARGUMENTS = 300;
/** Rich text has no documented limit; this is that of a section. */
export const PAGE_BLOCK_CHARS = 2_800;
/** Blocks of arguments on one page of "View all": 45,000 characters stay under a view's 250 kB in any script. */
export const PAGE_BLOCKS = 16;
