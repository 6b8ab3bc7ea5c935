import { conversationId, requestId } from '../../../src/domain/ids.ts';
import type { ToolContext } from '../../../src/ports/tools.ts';
import { alice } from '../conversation.ts';

/** What a turn hands to a tool, with what a test says about it. */
export const contextFor = (given: Partial<ToolContext> = {}): ToolContext => ({
  conversation: conversationId('C1'),
  principal: alice,
  requestId: requestId('r1'),
  idempotencyKey: 'key-1',
  epoch: 1,
  signal: new AbortController().signal,
  ...given,
});

export const approvedToLeave = contextFor({ mayLeaveSandbox: true });
