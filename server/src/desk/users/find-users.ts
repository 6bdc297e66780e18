import { type DeskUserRow, MAX_FOUND_USERS } from '@perkex/contract/desk-users.js';
import type pg from 'pg';
import { endOfBeginning } from '../../database/beginning.js';
import { bool, type RowOf, statement, text, timestamptz } from '../../database/statement.js';
import type { Identity, KnownUser } from '../../users/identity.js';

/** By id, or by the beginning of a name, in indexes. House accounts are not users. */
const FIND_ACCOUNTS = statement({
  name: 'find-accounts-of-users',
  text: `select user_id as "userId" from accounts where user_id = $1
         union
         (select user_id from accounts
          where lower(name || ' ' || surname) ~>=~ $2 and lower(name || ' ' || surname) ~<~ $3 and not is_house
          order by lower(name || ' ' || surname) using ~<~ limit $4)
         union
         (select user_id from accounts where lower(surname) ~>=~ $2 and lower(surname) ~<~ $3 and not is_house
          order by lower(surname) using ~<~ limit $4)`,
  row: { userId: text },
});

const READ_ACCOUNTS = statement({
  name: 'read-accounts-of-users',
  text: `select user_id as "userId", trim(name || ' ' || surname) as name, created_at as since,
           blocked_at is not null as "isBlocked", is_house as "isHouse"
         from accounts where user_id = any($1::text[])`,
  row: { userId: text, name: text, since: timestamptz, isBlocked: bool, isHouse: bool },
});

type Directory = Pick<Identity, 'directory'>;

/** Users by id, or by the beginning of an e-mail or a name. */
export async function findUsers(
  pool: pg.Pool,
  { directory }: Directory,
  search: string,
): Promise<{ users: DeskUserRow[]; hasMore: boolean }> {
  const asked = search.trim();
  const beginning = asked.toLowerCase();
  const limit = MAX_FOUND_USERS + 1;
  const [known, accounts] = await Promise.all([
    directory?.find(beginning, limit) ?? [],
    FIND_ACCOUNTS.rows(pool, [asked, beginning, endOfBeginning(beginning), limit]),
  ]);
  const userIds = [...new Set([...known, ...accounts].map(({ userId }) => userId))];
  return {
    users: await readUserRows(pool, { directory }, userIds.slice(0, MAX_FOUND_USERS)),
    hasMore: userIds.length > MAX_FOUND_USERS,
  };
}

/** The users with these ids, in their order. Unknown ones and house accounts are left out. */
export async function readUserRows(
  pool: pg.Pool,
  { directory }: Directory,
  userIds: readonly string[],
): Promise<DeskUserRow[]> {
  const [known, accounts] = await Promise.all([
    directory?.read(userIds) ?? [],
    READ_ACCOUNTS.rows(pool, [userIds]),
  ]);
  const knownById = new Map(known.map((user) => [user.userId, user]));
  const accountById = new Map(accounts.map((account) => [account.userId, account]));
  return userIds.flatMap((userId) => rowOf(userId, knownById.get(userId), accountById.get(userId)));
}

/** The name of a delivery counts before that of the sign-up. */
function rowOf(
  user: string,
  known: KnownUser | undefined,
  account: RowOf<typeof READ_ACCOUNTS> | undefined,
): DeskUserRow[] {
  if (account?.isHouse || (!known && !account)) {
    return [];
  }
  return [
    {
      user,
      name: account?.name || known?.name || '',
      email: known?.email ?? null,
      isEmailProved: known?.isEmailProved ?? false,
      since: (known?.since ?? account?.since)?.toISOString() ?? null,
      isBlocked: account?.isBlocked ?? false,
    },
  ];
}
