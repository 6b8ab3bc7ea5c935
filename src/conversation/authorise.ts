import type { ApproverRule } from '../domain/approver-rule.ts';
import type { ApprovalRequest, ClickRefusal } from '../domain/event.ts';
import { type Person, samePerson } from '../domain/person.ts';
import type { Directory, Profile } from '../ports/directory.ts';
import type { Place } from '../ports/places.ts';
import { isSharedNow } from './shared-place.ts';

/** `here` in a rule's channels: the conversation's own channel. */
const HERE = 'here';

export interface Question {
  readonly rule: ApproverRule;
  readonly person: Person;
  readonly principal: Person;
  readonly place: Place;
  /** The question that would be approved; absent where what is done approves nothing. */
  readonly approves?: Pick<ApprovalRequest, 'sharedWhenAsked'>;
}

/**
 * Null when this person may answer now. Asked at the click, again when a form is submitted, again before the
 * call is dispatched. A look-up that fails refuses; a rule that names nobody lets nobody through.
 */
export const makeAuthorise =
  (directory: Directory) =>
  async (question: Question): Promise<ClickRefusal | null> =>
    (await personRefusal(directory, question)) ?? (await placeRefusal(directory, question));

async function personRefusal(directory: Directory, question: Question): Promise<ClickRefusal | null> {
  const { rule, person, principal, place } = question;
  const profile = await profileOf(directory, person, place.team);
  if (profile === 'lookup-failed' || profile === 'unknown-person') return profile;
  const unfit = unfitness(profile, question);
  if (unfit !== null) return unfit;
  if (rule.notRequester && samePerson(person, principal)) return 'requester-may-not-decide';
  if (rule.users.includes(person.user)) return null;
  if (rule.requester && samePerson(person, principal)) return null;
  return await membership(directory, question);
}

/** An approval does not count where people of another organisation were let in after the question was asked. */
async function placeRefusal(directory: Directory, { approves, place }: Question): Promise<ClickRefusal | null> {
  if (approves === undefined || approves.sharedWhenAsked === true) return null;
  const isShared = await isSharedNow(directory, place);
  if (isShared === null) return 'lookup-failed';
  return isShared ? 'place-shared' : null;
}

async function profileOf(
  directory: Directory,
  person: Person,
  seenFrom: string,
): Promise<Profile | 'lookup-failed' | 'unknown-person'> {
  try {
    return (await directory.profile(person, seenFrom)) ?? 'unknown-person';
  } catch {
    return 'lookup-failed';
  }
}

/** Bots and deactivated people never decide; guests and people from elsewhere only where policy names them. */
function unfitness(profile: Profile, { rule, person, place }: Question): ClickRefusal | null {
  if (profile.bot) return 'bot';
  if (profile.deactivated) return 'deactivated';
  if (rule.users.includes(person.user)) return null;
  if (profile.stranger) return 'stranger';
  if (profile.guest) return 'guest';
  // On an Enterprise Grid people of other workspaces of the same organisation are colleagues; others are not.
  const ours =
    profile.person.team === place.team || (place.enterprise !== null && profile.enterprise === place.enterprise);
  return ours ? null : 'other-team';
}

async function membership(directory: Directory, { rule, person, place }: Question): Promise<ClickRefusal | null> {
  let failed = false;
  const holds = async (look: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await look();
    } catch {
      failed = true;
      return false;
    }
  };
  for (const group of rule.groups) {
    if (await holds(() => directory.isInGroup(place.team, group, person))) return null;
  }
  for (const named of rule.channels) {
    const channel = named === HERE ? place.channel : named;
    if (await holds(() => directory.isInChannel(place.team, channel, person))) return null;
  }
  return failed ? 'lookup-failed' : 'not-an-approver';
}
