import type { ByParty } from '@perkex/core/deals/by-party.js';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { type DealKey, nameOfDeal } from './deal-key.js';

/** The lock makes account erasure wait, which replaces the users of trades. */
const READ_USERS = statement({
  name: 'read-users-of-deal',
  text: `select buyer_id as buyer, seller_id as seller from trades where product_id = $1 and id = $2 for share`,
  row: { buyer: text, seller: text },
});

/** The users of a deal, until the end of the transaction. */
export async function usersOfDeal(tx: Transaction, key: DealKey): Promise<ByParty<string>> {
  const users = await READ_USERS.row(tx, [key.productId, key.id]);
  if (!users) {
    throw new Error(`The trade of ${nameOfDeal(key)} is missing.`);
  }
  return users;
}

/** True if a user is the buyer or the seller of a deal. */
export async function isPartyOf(tx: Transaction, key: DealKey, userId: string | null): Promise<boolean> {
  const { buyer, seller } = await usersOfDeal(tx, key);
  return userId === buyer || userId === seller;
}
