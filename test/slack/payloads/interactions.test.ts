import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readCommand,
  readOptionsQuery,
  readPress,
  readShortcut,
  readSubmission,
} from '../../../src/slack/payloads/interactions.ts';
import { readPayload } from '../../../src/slack/payloads.ts';

const press = {
  type: 'block_actions',
  user: { id: 'U0A', team_id: 'T0A' },
  team: { id: 'T0HOME' },
  trigger_id: 't',
  channel: { id: 'C0A' },
  message: { ts: '1.000001', text: 'secret' },
  actions: [{ action_id: 'approve', value: 'approval-1', action_ts: '2.0' }],
};

describe('reading interactions', () => {
  it('takes the person’s own team, not the one they clicked in', () => {
    expect(readPress(press)?.actor).toEqual({ person: { team: 'T0A', user: 'U0A' }, team: 'T0HOME', enterprise: null });
  });

  it('finds its token where the message was posted, not where somebody of another organisation pressed', () => {
    const message = { ts: '1.000001', team: 'T0OURS' };
    expect(readPress({ ...press, team: { id: 'T0A' }, message })?.actor).toMatchObject({
      person: { team: 'T0A' },
      team: 'T0OURS',
    });
  });

  it('finds its token where the view was shown from', () => {
    const view = { id: 'V1', callback_id: 'edit', app_installed_team_id: 'T0OURS' };
    expect(readSubmission({ ...press, view })?.actor.team).toBe('T0OURS');
    expect(readPress({ ...press, message: undefined, view })?.actor.team).toBe('T0OURS');
  });

  it('reads a press in an organisation where the team is null', () => {
    expect(readPress({ ...press, team: null, enterprise: { id: 'E0ORG' } })?.actor).toEqual({
      person: { team: 'T0A', user: 'U0A' },
      team: 'T0A',
      enterprise: 'E0ORG',
    });
  });

  it('gives nobody for a press without a person', () => {
    expect(readPress({ ...press, user: undefined })).toBeNull();
    expect(readPress({ ...press, user: { id: 'U0A' }, team: null })).toBeNull();
  });

  it('takes the chosen value of a select', () => {
    const actions = [{ action_id: 'x', action_ts: '1', selected_option: { value: 'chosen' } }];
    expect(readPress({ ...press, actions })?.value).toBe('chosen');
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (body) => {
        for (const read of [readPress, readSubmission, readOptionsQuery, readShortcut, readCommand]) {
          expect(read(body)).toBeNull();
        }
        expect(readPayload(body).kind).toBe('unsupported');
      }),
    );
  });
});

describe('telling deliveries apart', () => {
  it.each([
    [{ type: 'event_callback', event_id: 'Ev1', event: { type: 'message' } }, 'event'],
    [{ type: 'event_callback', event: { type: 'message' } }, 'unsupported'],
    [press, 'press'],
    [{ ...press, actions: [] }, 'unsupported'],
    [{ type: 'view_submission' }, 'live'],
    [{ type: 'block_suggestion' }, 'live'],
    [{ type: 'message_action' }, 'live'],
    [{ command: '/countersign' }, 'live'],
    [{ type: 'view_closed' }, 'unsupported'],
    [{ type: 'app_rate_limited' }, 'unsupported'],
    [{}, 'unsupported'],
  ])('%j is %s', (body, kind) => {
    expect(readPayload(body).kind).toBe(kind);
  });
});
