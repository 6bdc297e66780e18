import type { AccountContents } from '@perkex/contract/identity.js';
import type pg from 'pg';
import { bool, int4, statement } from '../database/statement.js';

const READ_CONTENTS = statement({
  name: 'read-contents-of-account',
  text: `select
           exists (
             select 1 from accounts where user_id = $1
               and (street <> '' or payout is not null or payment is not null)
           ) or exists (select 1 from payment_accounts where user_id = $1)
             or exists (select 1 from bank_accounts where user_id = $1) as settings,
           (select count(*)::int from orders where user_id = $1 and status = 'open' and side = 'ask') as "openAsks",
           (select count(*)::int from orders where user_id = $1 and status = 'open' and side = 'bid') as "openBids",
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
export async function readContents(pool: pg.Pool, userId: string): Promise<AccountContents> {
  return (await READ_CONTENTS.row(pool, [userId])) ?? NOTHING;
}
