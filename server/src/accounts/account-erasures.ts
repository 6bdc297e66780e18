import type pg from 'pg';
import { bool, int4, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { renameInMoneyLines } from '../deals/rename-money-lines.js';
import { lockConsumerBriefly, lockFreeConsumer } from '../feed/consumer.js';
import { noteRetired } from '../payments/retired-accounts.js';
import { renameInFirstPartners } from '../sales/first-partners.js';
import { HISTORY_CONSUMER } from '../sales/trades-to-roll-up.js';
import { renameInTradesOfUsers } from '../user-index/index-rows.js';
import { USER_INDEX_CONSUMER } from '../user-index/user-index-consumer.js';
import { forgetSettings } from './forget-settings.js';

/** Requests in progress when the account was deleted have been matched or abandoned well before this. */
const LAST_LOOK_SECONDS = 60;
const ERASURES_AT_ONCE = 100;
/** Keeps each transaction short. */
const ORDERS_AT_ONCE = 500;
/** Keeps a round short, so that a server can shut down soon. */
const TRANSACTIONS_A_ROUND = 20;

const NOTE_ERASURE = statement({
  name: 'note-departure',
  text: `insert into departures (user_id, pseudonym) values ($1, gen_random_uuid())
         on conflict (user_id) do update set left_at = departures.left_at returning pseudonym`,
  row: { pseudonym: text },
});

const ADDRESS = 'name, surname, street, street_number, zip, city, country, phone';

/** Without deals there are no parcels. */
const KEEP_ADDRESS = statement({
  name: 'keep-address-of-erased-user',
  text: `insert into erasure_remains (pseudonym, ${ADDRESS})
         select $2, ${ADDRESS} from accounts where user_id = $1 and exists (select from deal_start)
         on conflict (pseudonym) do nothing`,
});

const READ_ERASURES = statement({
  name: 'read-departures',
  text: 'select user_id as "userId" from departures order by left_at limit $1',
  row: { userId: text },
});

const TAKE_ERASURE = statement({
  name: 'take-departure',
  text: `select pseudonym, left_at < now() - make_interval(secs => $2) as "isLastLook"
         from departures where user_id = $1 for update`,
  row: { pseudonym: text, isLastLook: bool },
});

/** Only closed orders: an open one may still trade under the user id that the engine has read. */
const FIND_FINAL_ORDERS = statement({
  name: 'find-final-orders-of-departure',
  text: `select order_id as "orderId", product_id as "productId" from orders
         where user_id = $1 and status <> 'open' limit $2`,
  row: { orderId: uuid, productId: int4 },
});

const FORGET_REFUSALS = statement({
  name: 'forget-refusals-of-departure',
  text: `delete from refusals as refused using (
           select order_id, product_id from refusals where user_id = $1 limit $2
         ) as few
         where refused.user_id = $1 and refused.order_id = few.order_id and refused.product_id = few.product_id`,
});

/** Keeps the orders `o` of the products and ids in two lists: an open order may have the id of a closed one. */
const IS_LISTED = `(o.order_id, o.product_id) in (
             select few.order_id, few.product_id from unnest($2::uuid[], $3::int4[]) as few (order_id, product_id)
           )`;

const RENAME_SALES = statement({
  name: 'rename-sales-of-departure',
  text: `update trades as trade set seller_id = $4 from orders as o
         where o.user_id = $1 and ${IS_LISTED}
           and trade.product_id = o.product_id and trade.size = o.size and trade.ask_seq = o.seq
         returning trade.id`,
  row: { id: uuid },
});

const RENAME_PURCHASES = statement({
  name: 'rename-purchases-of-departure',
  text: `update trades as trade set buyer_id = $4 from orders as o
         where o.user_id = $1 and ${IS_LISTED}
           and trade.product_id = o.product_id and trade.size = o.size and trade.bid_seq = o.seq
         returning trade.id`,
  row: { id: uuid },
});

const RENAME_ORDERS = statement({
  name: 'rename-orders-of-departure',
  text: `update orders as o set user_id = $4 where o.user_id = $1 and ${IS_LISTED}`,
});

const END_ERASURE = statement({
  name: 'end-departure',
  text: `delete from departures
         where user_id = $1 and not exists (select 1 from orders where user_id = $1)
           and not exists (select 1 from refusals where user_id = $1)`,
});

/**
 * Begins the erasure of a user's account in this transaction. Without settings their orders are refused.
 * `AccountErasures` erases the rest. Their address is kept until their deals have ended (`erasure-remains.ts`), because
 * parcels from us still go there.
 */
export async function beginErasure(tx: Transaction, userId: string): Promise<void> {
  const noted = await NOTE_ERASURE.row(tx, [userId]);
  if (!noted) {
    throw new Error('The erasure of an account was not noted.');
  }
  await KEEP_ADDRESS.run(tx, [userId, noted.pseudonym]);
  await forgetSettings(tx, userId, noted.pseudonym);
  await noteRetired(tx, noted.pseudonym);
}

/**
 * Erases deleted accounts from the market: cancels their open orders and replaces their user id in the books with a
 * pseudonym. Any server may repeat any step, so a crash loses nothing.
 */
export class AccountErasures {
  constructor(
    private readonly pool: pg.Pool,
    private readonly cancelOpenOrders: (userId: string) => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Runs one round for each account that is being erased. */
  async advance(): Promise<void> {
    for (const { userId } of await READ_ERASURES.rows(this.pool, [ERASURES_AT_ONCE])) {
      await this.advanceOne(userId).catch(this.onFailure);
    }
  }

  private async advanceOne(userId: string): Promise<void> {
    await this.cancelOpenOrders(userId);
    let mayBeMore = true;
    for (let done = 0; mayBeMore && done < TRANSACTIONS_A_ROUND; done += 1) {
      mayBeMore = await transaction(this.pool, (tx) => renameSome(tx, userId));
    }
  }
}

/** Renames some of a user's rows. Concurrent servers take turns. @returns whether more rows may be left */
async function renameSome(tx: Transaction, userId: string): Promise<boolean> {
  const departure = await TAKE_ERASURE.row(tx, [userId, LAST_LOOK_SECONDS]);
  if (!departure) {
    return false;
  }
  // A request in progress may have created empty settings, and a consumer notifications of the user.
  await forgetSettings(tx, userId, departure.pseudonym);
  // The consumer of the copies knows the user of a trade by one id or the other.
  await lockConsumerBriefly(tx, USER_INDEX_CONSUMER);
  const orders = await FIND_FINAL_ORDERS.rows(tx, [userId, ORDERS_AT_ONCE]);
  const forgotten = await FORGET_REFUSALS.run(tx, [userId, ORDERS_AT_ONCE]);
  // The audit compares an order with its trade, so both change in one transaction. Trades are found by their orders, so
  // they change first.
  const { pseudonym } = departure;
  const renaming = [
    userId,
    orders.map(({ orderId }) => orderId),
    orders.map(({ productId }) => productId),
    pseudonym,
  ];
  const sales = await RENAME_SALES.rows(tx, renaming);
  const purchases = await RENAME_PURCHASES.rows(tx, renaming);
  await RENAME_ORDERS.run(tx, renaming);
  const trades = [...sales, ...purchases].map(({ id }) => id);
  await renameInTradesOfUsers(tx, userId, pseudonym, trades);
  await renameInMoneyLines(tx, { userId, pseudonym }, trades);
  if (Math.max(orders.length, forgotten) === ORDERS_AT_ONCE) {
    return true;
  }
  // The consumer of the history knows the user by the old id until the erasure ends. While the history is rebuilt, the
  // erasure is left to a later round: others wait for what this transaction holds.
  if (departure.isLastLook && (await lockFreeConsumer(tx, HISTORY_CONSUMER))) {
    if ((await END_ERASURE.run(tx, [userId])) > 0) {
      await renameInFirstPartners(tx, userId, pseudonym);
    }
  }
  return false;
}
