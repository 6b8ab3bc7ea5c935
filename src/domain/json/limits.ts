/** Deeper arguments cannot be judged on a card; it also bounds the recursion of reader and writer. */
export const MAX_DEPTH = 64;

/** UTF-8 bytes of a text, read or written. Larger content belongs in a file that the arguments name. */
export const MAX_BYTES = 1_048_576;

/** Values of every kind, containers included, keys not. Bounds memory and, in process, shared references that multiply. */
export const MAX_NODES = 50_000;

/** Characters of a duplicate key repeated in a reason: enough to recognise it. */
export const MAX_KEY_IN_REASON = 60;
