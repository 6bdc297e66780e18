import type pg from 'pg';
import { endOfBeginning } from '../../../database/beginning.js';
import { bool, type RowOf, statement, text, timestamptz } from '../../../database/statement.js';
import type { UserDirectory } from '../../../users/identity.js';

const COLUMNS = `id as "userId", name, email, email_verified as "isEmailProved", created_at as since`;
const ROW = { userId: text, name: text, email: text, isEmailProved: bool, since: timestamptz };

const FIND_USERS = statement({
  name: 'identity-find-users',
  text: `(select ${COLUMNS} from identity_users where email ~>=~ $1 and email ~<~ $2 order by email using ~<~ limit $3)
         union
         (select ${COLUMNS} from identity_users where lower(name) ~>=~ $1 and lower(name) ~<~ $2
          order by lower(name) using ~<~ limit $3)
         order by email`,
  row: ROW,
});

const READ_USERS = statement({
  name: 'identity-read-users',
  text: `select ${COLUMNS} from identity_users where id = any($1::text[])`,
  row: ROW,
});

/** The users of the built-in service, for members. It knows nothing that could be used to sign in. */
export function userDirectory(pool: pg.Pool): UserDirectory {
  return {
    find: (beginning, limit): Promise<RowOf<typeof FIND_USERS>[]> =>
      FIND_USERS.rows(pool, [beginning, endOfBeginning(beginning), limit]),
    read: (userIds) => READ_USERS.rows(pool, [userIds]),
  };
}
