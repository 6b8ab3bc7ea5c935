import { expect, it } from 'vitest';
import { type ApproverRule, requesterOnly } from '../../../src/domain/approver-rule.ts';
import type { ClickRefusal } from '../../../src/domain/event.ts';
import type { Person } from '../../../src/domain/person.ts';
import { directRecipients } from '../../../src/slack/delivery/direct-recipients.ts';
import { DirectoryUnknown } from '../../../src/slack/directory.ts';
import { threadOf } from '../../../src/slack/place.ts';
import { alice, bob, carol, here, profileOf } from '../../support/conversation.ts';
import { anApproval } from '../../support/slack/approvals.ts';

interface World {
  readonly rule?: Partial<ApproverRule>;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly refusals?: ReadonlyMap<Person, ClickRefusal>;
  readonly unknown?: readonly Person[];
}

/** Alice asked; she, Bob and Carol want cards by direct message. */
async function recipients({ rule = {}, groups = {}, refusals = new Map(), unknown = [] }: World) {
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const known = new Map(Object.entries(groups));
  const { people, isWhole } = await directRecipients(
    {
      thread,
      preferences: { whoChoseDirect: async (users) => [alice, bob, carol].filter(({ user }) => users.includes(user)) },
      directory: {
        async membersOfGroup(_team, group) {
          const members = known.get(group);
          if (members === undefined) throw new DirectoryUnknown('no_such_subteam');
          return new Set(members);
        },
        async profile(person) {
          if (unknown.includes(person)) throw new DirectoryUnknown('timeout');
          return profileOf(person);
        },
      },
      commands: { refusalFor: async (_id, person) => refusals.get(person) ?? null },
    },
    anApproval({ principal: alice, approvers: { ...requesterOnly, ...rule } }),
  );
  return [people.map(({ user }) => user), isWhole];
}

it('a card goes to the requester, and to those its rule names by themselves or by a group', async () => {
  expect(await recipients({ rule: { users: ['U0BOB'], groups: ['S1'] }, groups: { S1: ['U0CAROL'] } })).toEqual([
    ['U0ALICE', 'U0BOB', 'U0CAROL'],
    true,
  ]);
});

it('a group that Slack does not know keeps the card from nobody else', async () => {
  expect(await recipients({ rule: { groups: ['S0GONE', 'S1'] }, groups: { S1: ['U0BOB'] } })).toEqual([
    ['U0ALICE', 'U0BOB'],
    false,
  ]);
});

it('somebody who cannot be looked up keeps the card from nobody else', async () => {
  expect(await recipients({ rule: { users: ['U0BOB'] }, unknown: [alice] })).toEqual([['U0BOB'], false]);
  const refusals = new Map<Person, ClickRefusal>([[alice, 'lookup-failed']]);
  expect(await recipients({ rule: { users: ['U0BOB'] }, refusals })).toEqual([['U0BOB'], false]);
});

it('who may not decide gets none, and that is certain', async () => {
  const refusals = new Map<Person, ClickRefusal>([[alice, 'not-an-approver']]);
  expect(await recipients({ refusals })).toEqual([[], true]);
});
