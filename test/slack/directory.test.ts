import { describe, expect, it } from 'vitest';
import { botsPerTest, C } from '../support/slack/in-slack.ts';

const bot = botsPerTest();
const person = (user: string, team = 'T0LOCAL') => ({ team, user });

describe('the directory', () => {
  it.each([
    ['U0ALICE', { admin: true, guest: false, bot: false, deactivated: false, stranger: false }],
    ['U0BOB', { admin: false, guest: false }],
    ['U0GUEST', { guest: true }],
    ['U0GONE', { deactivated: true }],
    ['U0BOTX', { bot: true }],
  ])('knows what %s is', async (user, facts) => {
    const { slack } = await bot();
    expect(await slack.directory.profile(person(user))).toMatchObject(facts);
  });

  it('says of somebody from elsewhere which team they belong to', async () => {
    const { slack } = await bot();
    const profile = await slack.directory.profile(person('U0DAVE'));
    expect(profile?.person.team).toBe('T0OTHER');
  });

  it('has nobody where Slack has nobody', async () => {
    const { slack } = await bot();
    expect(await slack.directory.profile(person('U0NOBODY'))).toBeNull();
  });

  it('knows members of groups and channels', async () => {
    const { slack } = await bot();
    expect(await slack.directory.isInGroup('T0LOCAL', 'S0ONCALL', person('U0BOB'))).toBe(true);
    expect(await slack.directory.isInGroup('T0LOCAL', 'S0ONCALL', person('U0ALICE'))).toBe(false);
    expect(await slack.directory.isInChannel('T0LOCAL', C, person('U0ALICE'))).toBe(true);
    expect(await slack.directory.isInChannel('T0LOCAL', C, person('U0DAVE'))).toBe(false);
  });

  it.each(['http:500', 'error:no_such_subteam', 'error:plan_upgrade_required', 'ratelimit:5', 'html'])(
    'answers nothing rather than no when Slack fails with %s',
    async (kind) => {
      const { slack, control } = await bot();
      await control.fault({ method: 'usergroups.users.list', times: 1, kind });
      await expect(slack.directory.isInGroup('T0LOCAL', 'S0ONCALL', person('U0BOB'))).rejects.toThrow(
        'Slack could not be asked',
      );
    },
  );

  it('asks Slack once for what it was told moments ago', async () => {
    const { slack, control } = await bot();
    for (let time = 0; time < 3; time += 1) await slack.directory.profile(person('U0BOB'));
    expect((await control.calls()).filter(({ method }) => method === 'users.info')).toHaveLength(1);
  });

  it('does not remember a look-up that failed', async () => {
    const { slack, control } = await bot();
    await control.fault({ method: 'users.info', times: 1, kind: 'http:500' });
    await expect(slack.directory.profile(person('U0BOB'))).rejects.toThrow('Slack could not be asked');
    expect(await slack.directory.profile(person('U0BOB'))).not.toBeNull();
  });
});
