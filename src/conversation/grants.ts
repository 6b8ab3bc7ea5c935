import { isLive } from '../domain/grant.ts';
import type { ApprovalId, ConversationId } from '../domain/ids.ts';
import { type Person, samePerson } from '../domain/person.ts';
import { type Revocation, revocationBytesV1 } from '../domain/revocation.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { Directory } from '../ports/directory.ts';
import type { Ids } from '../ports/ids.ts';
import type { Signer } from '../ports/signer.ts';
import type { GrantListing, RevokeOutcome } from './commands.ts';
import type { Conversations } from './reader.ts';
import type { RecordRefusal } from './refusals.ts';

/** A person with more live grants than this sees the newest; "revoke all" still works in rounds. */
const MAX_LISTED = 100;
const MAX_REVOKE_ROUNDS = 50;

export interface GrantsDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly directory: Directory;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
}

type RevokeDeps = GrantsDeps & { readonly recordRefusal: RecordRefusal };

/** The live grants of one person, wherever they gave them. */
export const makeGrantsOf =
  ({ index, conversations, clock }: GrantsDeps) =>
  async (person: Person): Promise<readonly GrantListing[]> => {
    const listings: GrantListing[] = [];
    for (const { approvalId, conversation } of await index.grantsOf(person, MAX_LISTED)) {
      const now = await conversations.read(conversation);
      const grant = now.grants.get(approvalId);
      if (grant === undefined || !isLive(grant, clock.now()) || !samePerson(grant.holder, person)) continue;
      const title = now.approvals.approvals.get(approvalId)?.request.title ?? grant.toolName;
      listings.push({ conversation, grant, title });
    }
    return listings;
  };

/** Takes a grant back, by its holder or an admin. Signed, and final: effective at the next gate check everywhere. */
export const makeRevoke =
  (deps: RevokeDeps) =>
  async (grant: ApprovalId, by: Person): Promise<RevokeOutcome> => {
    const conversation = await deps.index.conversationOf(grant);
    if (conversation === null) return 'unknown-grant';
    const changed = await deps.conversations.change(conversation, async (now) => {
      const held = now.grants.get(grant);
      if (held === undefined) return { events: [], result: 'unknown-grant' as const };
      if (!isLive(held, deps.clock.now())) return { events: [], result: 'already-ended' as const };
      if (!samePerson(held.holder, by) && !(await isAdmin(deps.directory, by, held.holder.team))) {
        return { events: [], result: 'not-yours' as const };
      }
      const event = { type: 'grant.revoked' as const, signed: await signRevocation(deps, conversation, grant, by) };
      return { events: [event], result: 'revoked' as const };
    });
    const result = changed.kind === 'changed' ? changed.result : 'unknown-grant';
    if (result === 'not-yours') {
      await deps.recordRefusal({ conversation, approvalId: grant, person: by, action: 'revoke', because: 'not-yours' });
    }
    return result;
  };

/** Takes back everything a person granted; answers how many grants ended. */
export const makeRevokeAll = (deps: RevokeDeps) => {
  const grantsOf = makeGrantsOf(deps);
  const revoke = makeRevoke(deps);
  return async (by: Person): Promise<number> => {
    let revoked = 0;
    for (let round = 0; round < MAX_REVOKE_ROUNDS; round += 1) {
      const live = await grantsOf(by);
      if (live.length === 0) break;
      for (const { grant } of live) if ((await revoke(grant.id, by)) === 'revoked') revoked += 1;
    }
    return revoked;
  };
};

async function isAdmin(directory: Directory, person: Person, team: string): Promise<boolean> {
  try {
    return (await directory.profile(person, team))?.admin ?? false;
  } catch {
    return false;
  }
}

/** Signs that a grant is taken back, and by whom. */
export async function signRevocation(
  { signer, clock, ids }: Pick<GrantsDeps, 'signer' | 'clock' | 'ids'>,
  conversation: ConversationId,
  grant: ApprovalId,
  by: Person,
) {
  const revocation: Revocation = { conversation, grant, by, at: clock.now(), nonce: ids.token() };
  return { version: 1 as const, revocation, signature: await signer.sign(revocationBytesV1(signer.kid, revocation)) };
}
