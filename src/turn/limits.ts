/** Model requests of one run; twice what a long task took in practice would be a loop. Seed 001's 40 rounds and the last request. */
export const DEFAULT_MAX_STEPS = 41;

/** About 25,000 tokens: what one result may take of a context without crowding out the conversation. */
export const DEFAULT_RESULT_CHARS = 100_000;

/** Two minutes: longer than any request a person waits for, shorter than a lease. */
export const DEFAULT_TOOL_TIMEOUT_MS = 120_000;

/** Times a denied action may come back before the turn ends: the model has stopped listening. */
export const DEFAULT_DENIAL_LIMIT = 3;

/** How long a tool may take to notice an abort before it is given up. */
export const ABORT_GRACE_MS = 2_000;

/** Times one call is judged again because the log moved on under it; then it waits for a person. */
export const MAX_REJUDGEMENTS = 5;

/** Calls of one reply that are judged; the rest is answered as malformed. No provider documents more than 128. */
export const MAX_CALLS_PER_STEP = 128;

/** Calls of one reply after which the reply is no reply: the stream is given up. */
export const MAX_CALLS_READ = 1_024;

/** UTF-16 units of text of one reply; ten times the longest answer a provider gives. */
export const MAX_STEP_TEXT = 4_000_000;

/** Evidence kept of a malformed call. */
export const RAW_ARGUMENTS_CHARS = 2_000;

/** Longest provider call id that is kept as request id. */
export const MAX_REQUEST_ID = 128;

/** What a hook or the recorder may take: they stand in the way of every call. */
export const HOOK_TIMEOUT_MS = 30_000;
