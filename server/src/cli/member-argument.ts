import type { MemberAudience } from '@perkex/contract/roles.js';
import { isForRole } from '@perkex/contract/roles.js';
import type { Transaction } from '../database/transaction.js';
import { UserError } from '../errors/user-error.js';
import { findMemberByName, hasMembers } from '../users/members.js';

/**
 * The member that `--by` names. Names are free until the market has members.
 * @returns the member's user id; null for a free name, or if the account is erased
 * @throws UserError for a name of no member who may take the step
 */
export async function userOfMember(
  tx: Transaction,
  name: string,
  audience: MemberAudience,
): Promise<string | null> {
  const member = await findMemberByName(tx, name);
  const isAllowed = member
    ? member.role !== null && isForRole(member.role, audience)
    : !(await hasMembers(tx));
  if (!isAllowed) {
    throw new UserError(`No member named ${name} may take this step. See: npm run perkex -- members`);
  }
  return member?.userId ?? null;
}
