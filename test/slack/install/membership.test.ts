import { describe, expect, it } from 'vitest';
import { membershipIn } from '../../../src/slack/install/membership.ts';

const member = { team: 'T1', enterprise: 'E1' };
const orgWide = { enterprise_id: 'E1', is_enterprise_install: true };

describe('what a delivery says about the organisation of its workspace', () => {
  it.each([
    ['an event', { team_id: 'T1', authorizations: [{ ...orgWide, team_id: null }] }],
    ['an event that names the workspace', { team_id: 'T9', authorizations: [{ ...orgWide, team_id: 'T1' }] }],
    ['an event of a shared channel', { team_id: 'T9', context_team_id: 'T1', authorizations: [{ ...orgWide }] }],
    ['a press', { team: null, enterprise: { id: 'E1' }, user: { team_id: 'T1' }, is_enterprise_install: true }],
    ['a command', { team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: 'true' }],
  ])('is taken from %s', (_what, body) => {
    expect(membershipIn(body)).toEqual(member);
  });

  it.each([
    ['a workspace’s own installation', { team_id: 'T1', authorizations: [{ team_id: 'T1', enterprise_id: 'E1' }] }],
    ['a press in one', { team: { id: 'T1' }, enterprise: { id: 'E1' }, user: { team_id: 'T1' } }],
    ['a command in one', { team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: 'false' }],
    ['a delivery to the organisation itself', { team_id: 'E1', authorizations: [{ ...orgWide, team_id: null }] }],
    ['nonsense', { is_enterprise_install: true, enterprise: 7, user: 'x' }],
  ])('is nothing for %s', (_what, body) => {
    expect(membershipIn(body)).toBeNull();
  });
});
