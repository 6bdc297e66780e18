import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** An invited member takes part in decisions that need two only after this time. */
export const NEW_MEMBER_DAYS = 7;

/** The last change of each role. The operator of the server, who grants by a command, vouches for a member. */
const FIND_NEW = statement({
  name: 'find-new-members',
  text: `select wanted.name
         from unnest($1::text[]) as wanted (name)
         cross join lateral (
           select at, role from desk_acts where subject = 'member/' || wanted.name and act = 'set-role'
           order by at desc, id desc limit 1
         ) as granted
         where granted.role is not null and granted.at > now() - interval '${NEW_MEMBER_DAYS} days'
         order by wanted.name`,
  row: { name: text },
});

/**
 * The members of this list who were invited lately. An admin who invites another account of their own must not decide
 * alone what needs two. By the end of that time, the other admins have read the mail about it.
 */
export async function newMembersOf(tx: Transaction, names: readonly string[]): Promise<string[]> {
  return (await FIND_NEW.rows(tx, [names])).map(({ name }) => name);
}
