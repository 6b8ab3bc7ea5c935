import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { silent } from '../../src/ports/logger.ts';
import { makeLatches } from '../../src/slack/answer/place.ts';
import { makeLiveAnswers } from '../../src/slack/live-answers.ts';
import { makeSurface } from '../../src/slack/surface.ts';
import { systemTimers } from '../../src/slack/web/timers.ts';
import type { Workspaces } from '../../src/slack/web/workspaces.ts';
import { memoryStreams } from '../support/slack/memory-streams.ts';

const here = conversationId('T0LOCAL:C0GENERAL:1.000001');

/** Whether a card could be answered here, by what is known of the workspace. */
const canAsk = (of: Workspaces['of']): Promise<boolean> =>
  makeSurface({
    workspaces: { of, forget() {} },
    streams: memoryStreams(),
    live: makeLiveAnswers(),
    latches: makeLatches(silent),
    timers: systemTimers,
    logger: silent,
    onStopped() {},
    onWritten() {},
    onEnded() {},
  }).canAsk(here);

describe('whether anybody could answer a card', () => {
  it('is no where the bot is not installed', async () => {
    expect(await canAsk(async () => null)).toBe(false);
  });

  it('is left to the card’s deadline where the bot has no token for the moment', async () => {
    expect(await canAsk(() => Promise.reject(new Error('it could not be renewed')))).toBe(true);
  });
});
