import { isDeepStrictEqual } from 'node:util';
import { type ProductDetail, SHOWN_SALES } from '@perkex/contract/products.js';
import { SHOWN_ORDERS_PER_SIDE } from '@perkex/contract/shown-orders.js';
import { SHOWN_TRADES, type UserData } from '@perkex/contract/user-data.js';
import { groupBy } from '@perkex/core/group-by.js';
import type { OrderStatus, Side } from '@perkex/core/order-book/order.js';
import type { TradedProduct } from '../market/products.js';
import type { RunningServer } from '../servers/running-server.js';
import { CrashTestFailure, type HeldGroup, type HeldOrder, type Trader } from './traders.js';

/** The source of the reads: a server with its database, or several behind one address. */
type ReadServer = Pick<RunningServer, 'url' | 'withDatabase'>;

/** An order in the database, with its trade; prices in dollars. */
export interface StoredOrder {
  readonly id: string;
  readonly userId: string;
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  readonly call: string;
  readonly side: Side;
  readonly price: number;
  /** The id of its bid over several sizes; null for a single order. */
  readonly groupId: string | null;
  readonly status: OrderStatus;
  readonly tradedPrice: number | null;
  readonly tradeId: string | null;
  /** The seller of an ask's trade, the buyer of a bid's. */
  readonly tradedBy: string | null;
}

/**
 * Checks all orders of the traders: the database has each acknowledged order with its state and trade, and no others,
 * and the calls show the same to the order's owner and to the public. No trading may happen during the check.
 * @returns the stored orders
 * @throws CrashTestFailure at the first order that is lost or differs from its acknowledgement
 */
export async function readBack(
  server: ReadServer,
  traders: readonly Trader[],
  products: readonly TradedProduct[],
): Promise<readonly StoredOrder[]> {
  const stored = await readOrders(server, traders);
  const storedOf = groupBy(stored, ({ userId }) => userId);
  for (const trader of traders) {
    const own = storedOf.get(trader.uid) ?? [];
    expectHeld(
      trader,
      own.filter(({ groupId }) => groupId === null),
    );
    expectGroups(
      trader,
      own.filter(({ groupId }) => groupId !== null),
    );
    expectUserData((await trader.readUserData()) as UserData, own);
  }
  for (const product of products) {
    await expectProduct(
      server,
      product,
      stored.filter(({ productId }) => productId === product.id),
    );
  }
  return stored;
}

async function readOrders(server: ReadServer, traders: readonly Trader[]): Promise<StoredOrder[]> {
  const { rows } = await server.withDatabase(({ pool }) =>
    pool.query<StoredOrder>(
      `select o.order_id as id, o.user_id as "userId", o.product_id as "productId", product.name, o.size, o.call, o.side,
         o.price_cents / 100 as price, o.group_id as "groupId", o.status, trade.price_cents / 100 as "tradedPrice", trade.id as "tradeId",
         case o.side when 'ask' then trade.seller_id else trade.buyer_id end as "tradedBy"
       from orders as o
       join products as product on product.id = o.product_id
       left join trades as trade on trade.product_id = o.product_id and trade.size = o.size
         and o.seq = case o.side when 'ask' then trade.ask_seq else trade.bid_seq end
       where o.user_id = any($1::text[])`,
      [traders.map(({ uid }) => uid)],
    ),
  );
  return rows;
}

/**
 * Checks that the database has the trader's orders as acknowledged, and no others, and updates them to the state read.
 * @throws CrashTestFailure at the first one that is lost, or that was never acknowledged
 */
export function expectHeld(
  trader: Pick<Trader, 'uid' | 'held' | 'mayHavePlaced'>,
  stored: readonly StoredOrder[],
): void {
  const { uid, held } = trader;
  const byId = new Map(stored.map((order) => [order.id, order]));
  for (const order of held.values()) {
    const found = byId.get(order.id);
    if (!found) {
      throw new CrashTestFailure(`Lost: ${JSON.stringify(order)} of ${uid} is not in the database.`);
    }
    if (!isAsAcknowledged(order, found, uid)) {
      throw new CrashTestFailure(`Lost: ${JSON.stringify(order)} of ${uid} is now ${JSON.stringify(found)}`);
    }
    order.status = found.status;
    order.tradedPrice = found.tradedPrice;
  }
  const unacknowledged = stored.find(({ id }) => !held.has(id) && !trader.mayHavePlaced(id));
  if (unacknowledged) {
    throw new CrashTestFailure(`Stored but never acknowledged: ${JSON.stringify(unacknowledged)}.`);
  }
}

/**
 * The same for bids over several sizes: either each size has an open order, or exactly one order has traded and none is
 * open. A bid that rested keeps an order of each size; one that traded at once has a single order.
 */
function expectGroups(trader: Trader, stored: readonly StoredOrder[]): void {
  const ordersOf = groupBy(stored, ({ groupId }) => groupId);
  for (const group of trader.heldGroups.values()) {
    const found = ordersOf.get(group.id) ?? [];
    if (!isGroupAsAcknowledged(group, found)) {
      throw new CrashTestFailure(
        `Lost: ${JSON.stringify(group)} of ${trader.uid} is now ${JSON.stringify(found)}`,
      );
    }
    group.hasTraded = found.some(({ status }) => status === 'traded');
    group.hasRested = found.length === group.sizes.length;
  }
  for (const [id, orders] of ordersOf) {
    if (id !== null && !trader.heldGroups.has(id) && !trader.mayHavePlaced(id)) {
      throw new CrashTestFailure(`Stored but never acknowledged: ${JSON.stringify(orders)}.`);
    }
  }
}

/** True if these are the orders of the bid, and their states are possible after its acknowledgement. */
export function isGroupAsAcknowledged(
  { name, sizes, price, hasTraded, hasRested }: HeldGroup,
  found: readonly Pick<StoredOrder, 'name' | 'price' | 'status'>[],
): boolean {
  const open = found.filter(({ status }) => status === 'open');
  const traded = found.filter(({ status }) => status === 'traded');
  const isResting = !hasTraded && traded.length === 0 && open.length === sizes.length;
  const isOfEachSize = found.length === sizes.length;
  const isTradedOnce =
    traded.length === 1 && open.length === 0 && (isOfEachSize || (!hasRested && found.length === 1));
  return found.every((order) => order.name === name && order.price === price) && (isResting || isTradedOnce);
}

function isAsAcknowledged(order: HeldOrder, found: StoredOrder, uid: string): boolean {
  const isSame = (['call', 'name', 'size', 'price'] as const).every((field) => order[field] === found[field]);
  const hasItsTrade = found.tradedBy === (found.status === 'traded' ? uid : null);
  return isSame && hasItsTrade && mayHaveBecome(order, found);
}

/** An open order may have traded since, or been cancelled if requested; a closed one stays as it is. */
function mayHaveBecome(order: HeldOrder, found: StoredOrder): boolean {
  switch (order.status) {
    case 'open':
      return found.status !== 'cancelled' || order.isCancellationSent;
    case 'cancelled':
      return found.status === 'cancelled';
    case 'traded':
      return (
        found.status === 'traded' && (order.tradedPrice === null || order.tradedPrice === found.tradedPrice)
      );
  }
}

/** The owner sees all their open orders, and the newest trades. The first row of every list is blank. */
function expectUserData(shown: UserData, stored: readonly StoredOrder[]): void {
  for (const [side, orders, trades] of [
    ['ask', 'asks', 'sales'],
    ['bid', 'bids', 'purchases'],
  ] as const) {
    const own = stored.filter((order) => order.side === side);
    const keys = (list: typeof orders | typeof trades) => shown[list].slice(1).map(keyOf);
    const open = own.filter(({ status }) => status === 'open');
    const traded = own.filter(({ status }) => status === 'traded');
    expectRows(`getUserData ${orders}`, keys(orders), open.map(keyOf));
    expectNewest(`getUserData ${trades}`, keys(trades), traded.map(tradeKeyOf), SHOWN_TRADES);
  }
}

/** The public sees the best open orders of each size, and the newest sales. */
async function expectProduct(
  { url }: ReadServer,
  { id, name, sizes }: TradedProduct,
  stored: readonly StoredOrder[],
): Promise<void> {
  const answer = await fetch(`${url}/api/${id}`);
  const [shown] = (await answer.json()) as ProductDetail[];
  if (!answer.ok || !shown) {
    throw new CrashTestFailure(`The product ${id} after the kill answers ${answer.status}.`);
  }
  for (const size of sizes) {
    for (const [side, rows] of [
      ['ask', shown.asks],
      ['bid', shown.bids],
    ] as const) {
      const open = stored.filter(
        (order) => order.size === size && order.side === side && order.status === 'open',
      );
      const ofSize = rows.filter((row) => row.size === size).map((row) => keyOf({ ...row, name }));
      expectNewest(`${name}, size ${size}, ${side}s`, ofSize, open.map(keyOf), SHOWN_ORDERS_PER_SIDE);
    }
  }
  const sales = stored.filter(({ side, status }) => side === 'ask' && status === 'traded');
  const saleKeys = sales.map(({ tradeId, size, tradedPrice }) =>
    keyOf({ id: tradeId ?? '', name, size, price: tradedPrice }),
  );
  expectNewest(
    `${name}, last sales`,
    shown.lastsales.map((row) => keyOf({ ...row, name })),
    saleKeys,
    SHOWN_SALES,
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  readonly price: number | null;
}

function keyOf({ id, name, size, price }: Row): string {
  return `${id} ${name} ${size} ${price}`;
}

function tradeKeyOf({ id, name, size, tradedPrice }: StoredOrder): string {
  return keyOf({ id, name, size, price: tradedPrice });
}

function expectRows(what: string, shown: readonly string[], stored: readonly string[]): void {
  if (!isDeepStrictEqual([...shown].sort(), [...stored].sort())) {
    throw new CrashTestFailure(
      `${what} and the database disagree.\nshown:\n${shown.join('\n')}\nstored:\n${stored.join('\n')}`,
    );
  }
}

/** All are shown, up to the call's maximum. */
function expectNewest(what: string, shown: readonly string[], stored: readonly string[], most: number): void {
  if (stored.length <= most) {
    expectRows(what, shown, stored);
    return;
  }
  const known = new Set(stored);
  if (shown.length !== most || !shown.every((key) => known.has(key))) {
    throw new CrashTestFailure(
      `${what} shows ${shown.length} rows, which are not ${most} of the database's.`,
    );
  }
}
