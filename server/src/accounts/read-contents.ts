import type { AccountContents } from '@perkex/contract/identity.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { bool, int4, statement } from '../database/statement.js';
import { hasCopiesOf, type UserIndex } from '../user-index/user-index.js';

/** @param count the number of open orders of a side */
function readContentsWith(name: string, count: (side: Side) => string) {
  return statement({
    name,
    text: `select
           exists (
             select 1 from accounts where user_id = $1
               and (street <> '' or payout is not null or payment is not null)
           ) or exists (select 1 from payment_accounts where user_id = $1)
             or exists (select 1 from bank_accounts where user_id = $1) as settings,
           ${count('ask')} as "openAsks", ${count('bid')} as "openBids",
           (select count(*)::int from watches where user_id = $1) as watches,
           (select count(*)::int from collection_pairs where user_id = $1) as pairs,
           (select count(*)::int from notices where user_id = $1) as notifications,
           exists (
             select 1 from accounts where user_id = $1 and (size_system is not null or own_size is not null)
           ) or exists (select 1 from notice_mails where user_id = $1) as preferences`,
    row: {
      settings: bool,
      openAsks: int4,
      openBids: int4,
      watches: int4,
      pairs: int4,
      notifications: int4,
      preferences: bool,
    },
  });
}

const READ_CONTENTS = readContentsWith(
  'read-contents-of-account',
  (side) => `(select count(*)::int from orders where user_id = $1 and status = 'open' and side = '${side}')`,
);

const READ_COPIED_CONTENTS = readContentsWith(
  'read-copied-contents-of-account',
  (side) => `(select count(*)::int from open_orders_of_users where user_id = $1 and side = '${side}')`,
);

const NOTHING: AccountContents = {
  settings: false,
  openAsks: 0,
  openBids: 0,
  watches: 0,
  pairs: 0,
  notifications: 0,
  preferences: false,
};

/** Counts the data that `forgetSettings` and cancelling the user's orders would remove. */
export async function readContents(
  pool: pg.Pool,
  userId: string,
  userIndex: UserIndex | null = null,
): Promise<AccountContents> {
  const hasCopies = await hasCopiesOf(userIndex, userId);
  return (await (hasCopies ? READ_COPIED_CONTENTS : READ_CONTENTS).row(pool, [userId])) ?? NOTHING;
}
