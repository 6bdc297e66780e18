import type pg from 'pg';
import { bool, statement } from '../../database/statement.js';
import type { DealKey } from '../../deals/deal-key.js';
import type { PartyRefs } from '../payment-calls.js';
import { BANK_CUSTOMER, BANK_METHOD, BANK_RECIPIENT } from './bank-provider.js';

const HAS_ACCOUNT = statement({
  name: 'has-seller-bank-account',
  text: `select exists (
           select from trades as trade
           join bank_accounts as account on account.user_id = trade.seller_id
           where trade.product_id = $1 and trade.id = $2
         ) as "hasAccount"`,
  row: { hasAccount: bool },
});

/** The references of the parties of a deal. Any buyer can pay; a seller needs an account. */
export async function readBankPartyRefs(pool: pg.Pool, { productId, id }: DealKey): Promise<PartyRefs> {
  const found = await HAS_ACCOUNT.row(pool, [productId, id]);
  return {
    customerRef: BANK_CUSTOMER,
    methodRef: BANK_METHOD,
    recipientRef: found?.hasAccount ? BANK_RECIPIENT : null,
  };
}
