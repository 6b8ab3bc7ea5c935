import type { Approval } from '../../domain/approvals.ts';
import { type Person, samePerson } from '../../domain/person.ts';
import type { DeliveryContext } from './context.ts';

/** Looked up for one card at most; groups can be as large as a company. */
const PEOPLE_LOOKED_UP = 1_000;
/** More copies than this help nobody, and every one of them has to be settled. */
const COPIES = 20;

/**
 * Those a card waits for who chose to get it by direct message as well: the requester and whomever its rule names, each
 * of them only if they may decide it now. A channel's members are not named: they have the thread. Null when Slack
 * cannot tell now.
 */
export async function directRecipients(
  context: DeliveryContext,
  { request }: Approval,
): Promise<readonly Person[] | null> {
  const { approvalId, approvers, principal } = request;
  const named = new Set([principal.user, ...approvers.users]);
  try {
    for (const group of approvers.groups) {
      for (const user of await context.directory.membersOfGroup(context.thread.team, group)) named.add(user);
    }
    const chosen = await context.preferences.whoChoseDirect([...named].slice(0, PEOPLE_LOOKED_UP));
    const recipients: Person[] = [];
    for (const person of chosen) {
      if (recipients.length >= COPIES) break;
      if (!(await isThatPerson(context, person))) continue;
      const refusal = await context.commands.refusalFor(approvalId, person);
      if (refusal === 'lookup-failed') return null;
      if (refusal === null) recipients.push(person);
    }
    return recipients;
  } catch {
    return null;
  }
}

/** Whether this workspace knows, under this id, the person who chose; in another one it can be somebody else's. */
async function isThatPerson({ directory, thread }: DeliveryContext, person: Person): Promise<boolean> {
  const profile = await directory.profile(person, thread.team);
  return profile !== null && samePerson(profile.person, person);
}
