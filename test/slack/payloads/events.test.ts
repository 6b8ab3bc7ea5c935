import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../src/slack/payloads/events.ts';

const outer = (event: unknown, rest: Record<string, unknown> = {}) => ({
  type: 'event_callback',
  team_id: 'T0HOME',
  event_id: 'Ev1',
  event,
  ...rest,
});
const message = { type: 'message', channel: 'C0A', channel_type: 'channel', user: 'U0A', text: 'hi', ts: '1.000001' };

describe('reading events', () => {
  it('takes of a message only what is used', () => {
    expect(readEvent(outer({ ...message, team: 'T0HOME', blocks: [1], app_context: {} }))).toEqual({
      kind: 'message',
      team: 'T0HOME',
      message: {
        channel: 'C0A',
        direct: false,
        ts: '1.000001',
        threadTs: null,
        author: { team: 'T0HOME', user: 'U0A' },
        text: 'hi',
        files: [],
      },
    });
  });

  it.each([
    ['an edit', { subtype: 'message_changed', hidden: true }],
    ['a deletion', { subtype: 'message_deleted' }],
    ['a join', { subtype: 'channel_join' }],
    ['a bot’s message', { bot_id: 'B0X' }],
    ['an old bot message', { subtype: 'bot_message' }],
    ['Slackbot', { user: 'USLACKBOT' }],
    ['hidden bookkeeping', { hidden: true }],
    ['a message without an author', { user: undefined }],
    ['a message without a place', { channel: undefined }],
  ])('drops %s', (_, change) => {
    expect(readEvent(outer({ ...message, ...change })).kind).toBe('not-for-us');
  });

  it.each(['file_share', 'thread_broadcast'])('keeps %s', (subtype) => {
    expect(readEvent(outer({ ...message, subtype })).kind).toBe('message');
  });

  it('reads a mention as the message it is', () => {
    const mention = readEvent(outer({ ...message, type: 'app_mention', channel_type: undefined }));
    expect(mention).toEqual(readEvent(outer(message)));
  });

  it('takes the person’s own workspace in a shared channel', () => {
    const read = readEvent(outer({ ...message, team: 'T0HOME', user_team: 'T0OTHER' }));
    expect(read).toMatchObject({ team: 'T0HOME', message: { author: { team: 'T0OTHER' } } });
  });

  it('takes the installation from the first authorization', () => {
    const read = readEvent(outer(message, { authorizations: [{ team_id: 'T0INSTALLED', enterprise_id: null }] }));
    expect(read).toMatchObject({ team: 'T0INSTALLED' });
  });

  it('takes the workspace it was heard through where an installation has no team', () => {
    const authorizations = [{ team_id: null, enterprise_id: 'E0ORG' }];
    const body = outer(message, { team_id: 'T0THEIRS', context_team_id: 'T0OURS', authorizations });
    expect(readEvent(body)).toMatchObject({ team: 'T0OURS' });
  });

  it('takes the organisation where an installation has no team', () => {
    const body = outer(message, { team_id: null, authorizations: [{ team_id: null, enterprise_id: 'E0ORG' }] });
    expect(readEvent(body)).toMatchObject({ team: 'E0ORG' });
  });

  it('knows a root from a reply', () => {
    expect(readEvent(outer({ ...message, thread_ts: '1.000001' }))).toMatchObject({ message: { threadTs: null } });
    expect(readEvent(outer({ ...message, thread_ts: '0.000009' }))).toMatchObject({
      message: { threadTs: '0.000009' },
    });
  });

  it.each([null, 1, 'text', [], {}, outer(null), outer({}), outer({ type: 5 }), outer({ type: 'emoji_changed' })])(
    'calls %j unsupported and does not throw',
    (body) => {
      expect(readEvent(Object(body)).kind).toBe('unsupported');
    },
  );
});
