const HOUR_MS = 3_600_000;

/** How long the key of a handled delivery is remembered. Slack repeats an event for about an hour; the port promises a day. */
export const KEY_MEMORY_MS = 48 * HOUR_MS;
/** Old keys are removed once in so many handled deliveries … */
export const PURGE_EVERY = 100;
/** … and at most so many at once: more than come in between, so the rest of a backlog shrinks, and no long write. */
export const PURGE_AT_ONCE = 500;
