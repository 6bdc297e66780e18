import type pg from 'pg';
import { bool, statement } from '../../database/statement.js';
import type { DealKey } from '../../deals/deal-key.js';
import type { CallKey } from '../call-name.js';
import { readPaidUser } from '../paid-user.js';
import type { PartyRefs } from '../payment-calls.js';
import { BANK_CUSTOMER, BANK_METHOD, BANK_RECIPIENT } from './bank-provider.js';
import { payerOf } from './payer-account.js';

/** Lists choose the same account: a credit of a buyer also goes to the one that they paid the deal from. */
const HAS_ACCOUNT = statement({
  name: 'has-bank-account-to-pay',
  text: `select exists (
           select from bank_accounts
           where user_id in ($3, (select pseudonym from departures where departures.user_id = $3))
         ) or exists (
           select from (select $1::int as product_id, $2::uuid as deal_id) as deal
           join trades as trade on trade.product_id = deal.product_id and trade.id = deal.deal_id
           cross join lateral (${payerOf('deal')}) as payer
           where trade.buyer_id = $3
         ) as "hasAccount"`,
  row: { hasAccount: bool },
});

/** The references of the parties of a deal. Any buyer can pay; the user who is paid needs an account. */
export async function readBankPartyRefs(
  pool: pg.Pool,
  key: Pick<CallKey, 'productId' | 'id' | 'kind'>,
): Promise<PartyRefs> {
  const userId = await readPaidUser(pool, key);
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
