import type { ByParty } from '@perkex/core/deals/by-party.js';
import { byProduct } from '../database/citus.js';
import { statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { amongDealKeys, DEAL_KEYS, type DealKey, nameOfDeal, productOfDeal } from './deal-key.js';

/** The lock makes account erasure wait, which replaces the users of trades. */
const READ_USERS = statement({
  name: 'read-users-of-deals',
  text: `select trade.id, trade.buyer_id as buyer, trade.seller_id as seller
         from ${DEAL_KEYS.as('wanted')}
         join trades as trade on trade.product_id = wanted.product_id and trade.id = wanted.id
         where ${amongDealKeys('trade')}
         for share of trade`,
  row: { id: uuid, buyer: text, seller: text },
});

/** The users of a deal, until the end of the transaction. */
export async function usersOfDeal(tx: Transaction, key: DealKey): Promise<ByParty<string>> {
  const [users] = await usersOfDeals(tx, [key]);
  return users as ByParty<string>;
}

/** The users of each of these deals, until the end of the transaction. */
export async function usersOfDeals(tx: Transaction, keys: readonly DealKey[]): Promise<ByParty<string>[]> {
  const read = (some: readonly DealKey[]) => READ_USERS.rows(tx, DEAL_KEYS.values(some));
  const rows = await byProduct(tx, keys, productOfDeal, read);
  const usersById = new Map(rows.map(({ id, buyer, seller }) => [id, { buyer, seller }]));
  return keys.map((key) => {
    const users = usersById.get(key.id);
    if (!users) {
      throw new Error(`The trade of ${nameOfDeal(key)} is missing.`);
    }
    return users;
  });
}

/** True if a user is the buyer or the seller of a deal. */
export async function isPartyOf(tx: Transaction, key: DealKey, userId: string | null): Promise<boolean> {
  const { buyer, seller } = await usersOfDeal(tx, key);
  return userId === buyer || userId === seller;
}
