import type { KnownBlock } from '@slack/types';

/** A message as a builder makes it: blocks for the eye, text for notifications and screen readers. */
export interface Message {
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}
