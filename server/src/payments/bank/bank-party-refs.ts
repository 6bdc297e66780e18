import type pg from 'pg';
import { bool, statement } from '../../database/statement.js';
import type { DealKey } from '../../deals/deal-key.js';
import type { CallKey } from '../call-name.js';
import type { PartyRefs } from '../payment-calls.js';
import { readUserOfCall } from '../user-of-call.js';
import { BANK_CUSTOMER, BANK_METHOD, BANK_RECIPIENT } from './bank-provider.js';
import { payerOf } from './payer-account.js';

/** Lists choose the same account: a credit of a buyer also goes to the one that they paid the deal from. */
const HAS_ACCOUNT = statement({
  name: 'has-bank-account-to-pay',
  text: `with bought as materialized (
           select product_id, id as deal_id from trades where product_id = $1 and id = $2 and buyer_id = $3
         )
         select exists (
           select 1 from bank_accounts
           where user_id in ($3, (select pseudonym from departures where departures.user_id = $3))
         ) or exists (
           select 1 from bought cross join lateral (${payerOf('bought')}) as payer
         ) as "hasAccount"`,
  row: { hasAccount: bool },
});

/** The references of the parties of a deal. Any buyer can pay; the user who is paid needs an account. */
export async function readBankPartyRefs(
  pool: pg.Pool,
  key: Pick<CallKey, 'productId' | 'id' | 'kind'>,
): Promise<PartyRefs> {
  const userId = await readUserOfCall(pool, key);
  const hasAccount = userId !== null && (await canBePaidByBank(pool, key, userId));
  return {
    customerRef: BANK_CUSTOMER,
    methodRef: BANK_METHOD,
    recipientRef: hasAccount ? BANK_RECIPIENT : null,
  };
}

/** True if there is an account that a payout or credit of a user can go to. */
export async function canBePaidByBank(
  pool: pg.Pool,
  { productId, id }: DealKey,
  userId: string,
): Promise<boolean> {
  return (await HAS_ACCOUNT.row(pool, [productId, id, userId]))?.hasAccount === true;
}
