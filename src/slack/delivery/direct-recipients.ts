import type { ConversationCommands } from '../../conversation/commands.ts';
import type { Approval } from '../../domain/approvals.ts';
import type { ApprovalRequest } from '../../domain/event.ts';
import { type Person, samePerson } from '../../domain/person.ts';
import type { DeliveryContext } from './context.ts';

/** Looked up for one card at most; groups can be as large as a company. */
const PEOPLE_LOOKED_UP = 1_000;
/** More copies than this help nobody, and every one of them has to be settled. */
const COPIES = 20;

export interface DirectRecipients {
  readonly people: readonly Person[];
  /** Slack told everything that was asked; otherwise there may be others. */
  readonly isWhole: boolean;
}

type LookingUp = Pick<DeliveryContext, 'thread' | 'directory' | 'preferences'> & {
  readonly commands: Pick<ConversationCommands, 'refusalFor'>;
};

/**
 * Those a card waits for who chose to get it by direct message as well: the requester and whomever its rule names, each
 * of them only if they may decide it now. A channel's members are not named: they have the thread.
 */
export async function directRecipients(context: LookingUp, { request }: Approval): Promise<DirectRecipients> {
  const named = await namedBy(context, request);
  const chosen = await context.preferences.whoChoseDirect([...named.users].slice(0, PEOPLE_LOOKED_UP));
  const people: Person[] = [];
  let { isWhole } = named;
  for (const person of chosen) {
    if (people.length >= COPIES) break;
    const may = await mayDecide(context, request, person);
    if (may === 'yes') people.push(person);
    if (may === 'unknown') isWhole = false;
  }
  return { people, isWhole };
}

async function namedBy(
  { directory, thread }: LookingUp,
  { approvers, principal }: ApprovalRequest,
): Promise<{ readonly users: ReadonlySet<string>; readonly isWhole: boolean }> {
  const users = new Set([principal.user, ...approvers.users]);
  let isWhole = true;
  for (const group of approvers.groups) {
    try {
      for (const user of await directory.membersOfGroup(thread.team, group)) users.add(user);
    } catch {
      isWhole = false;
    }
  }
  return { users, isWhole };
}

/** Whether this workspace knows, under this id, the person who chose, and they may decide; in another one it can be somebody else's id. */
async function mayDecide(
  { directory, thread, commands }: LookingUp,
  { approvalId }: ApprovalRequest,
  person: Person,
): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const profile = await directory.profile(person, thread.team);
    if (profile === null || !samePerson(profile.person, person)) return 'no';
    const refusal = await commands.refusalFor(approvalId, person);
    if (refusal === 'lookup-failed') return 'unknown';
    return refusal === null ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}
