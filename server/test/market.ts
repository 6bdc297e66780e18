import { randomUUID } from 'node:crypto';
import type { OrderCall, Side } from '@perkex/core/order-book/order.js';
import { createProducts } from '../src/catalogue/create-products.js';
import type { NodeAddress } from '../src/database/citus.js';
import { isDistributed } from '../src/database/citus.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { orderFinder } from '../src/orders/find-order.js';
import { MatchingEngine, type MatchingEngineOptions } from '../src/orders/matching-engine.js';
import type { CancellationCommand, PlacementCommand } from '../src/orders/order-command.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import {
  GROUP_OF_EACH_PRODUCT,
  type Groups,
  ONE_GROUP,
  shardsOfDatabase,
} from '../src/orders/order-groups.js';

/** As many groups as possible: one for each product, or the shards of a cluster. */
export function smallGroups({ pool }: Database): Groups {
  return isDistributed(pool) ? shardsOfDatabase(pool) : GROUP_OF_EACH_PRODUCT;
}

/** ORDER_GROUPS=product runs all tests, and the servers that they start, with a group for each product. */
function groupsFor(database: Database): Groups {
  return isDistributed(database.pool) || process.env.ORDER_GROUPS === 'product'
    ? smallGroups(database)
    : ONE_GROUP;
}

/** Creates products of these names, each in these sizes. @returns their ids in the same order */
export async function buildProducts(
  { pool }: Database,
  names: readonly string[],
  sizes: readonly string[] = ['9', '9.5', '10'],
): Promise<number[]> {
  const products = names.map((name) => ({
    name,
    brand: 'Test',
    retailPriceCents: null,
    releaseDate: null,
    sizes,
  }));
  const idOfName = await transaction(pool, (tx) => createProducts(tx, products));
  return names.map((name) => idOfName.get(name) ?? 0);
}

/** The facts of a product of which only the name, the brand and the sizes are known. */
export const UNKNOWN_FACTS = {
  releaseDate: null,
  styleCode: null,
  colourway: null,
  model: null,
  nickname: null,
  kind: null,
  description: null,
  tradesFrom: null,
} as const;

/** Users who have set payout, payment and shipping. */
export async function buildTraders({ pool }: Database, ...uids: string[]): Promise<void> {
  await pool.query(
    `insert into accounts (user_id, street, payout, payment)
     select uid, 'Market Street', 'PAYPAL', 'CC' from unnest($1::text[]) as uid`,
    [uids],
  );
}

export function openEngine(database: Database, options: Partial<MatchingEngineOptions> = {}): MatchingEngine {
  const groups = options.groups ?? groupsFor(database);
  const connect = (node?: NodeAddress) => connectForOrders(database.address, { node });
  return new MatchingEngine({ connect, newId: randomUUID, onFailure: () => {}, ...options, groups });
}

/** An engine that refuses cancellations while the predicate is false, as in a process that is about to die. */
export function openFaultyEngine(database: Database, takesCancellations: () => boolean): MatchingEngine {
  const engine = openEngine(database);
  const submit = engine.submit.bind(engine);
  const faulty: MatchingEngine['submit'] = async (command) => {
    if (command.kind === 'cancellation' && !takesCancellations()) {
      throw new Error('The process is gone.');
    }
    return submit(command);
  };
  return Object.assign(engine, { submit: faulty });
}

/** The cancellation of a user's order, which must have been accepted. */
export async function cancellation(
  { pool }: Database,
  side: Side,
  userId: string,
  orderId: string,
): Promise<CancellationCommand> {
  const place = await orderFinder(pool)(userId, { id: orderId });
  if ('refused' in place) {
    throw new Error(`User ${userId} has no order ${orderId}.`);
  }
  return { kind: 'cancellation', reason: 'owner', ...place, side, userId, orderId };
}

/** An order with a new id, by default for product 1 in size 9. */
export function order(
  call: OrderCall,
  userId: string,
  dollars: number,
  more: Partial<PlacementCommand> = {},
): PlacementCommand {
  return {
    kind: 'placement',
    call,
    userId,
    orderId: randomUUID(),
    productId: 1,
    size: '9',
    priceCents: dollars * 100,
    ...more,
  };
}

const MARKET_TABLES = ['accounts', 'books', 'cancellations', 'orders', 'past_sales', 'products', 'trades'];

/** Every row of the market except remembered refusals, to check whether anything changed. */
export async function everything({ pool }: Database): Promise<unknown> {
  const read = (table: string) =>
    pool.query(`select * from ${table} as t order by t::text`).then(({ rows }) => rows);
  return Object.fromEntries(
    await Promise.all(MARKET_TABLES.map(async (table) => [table, await read(table)])),
  );
}

/**
 * The assignment of a time that moves by an interval. A distributed table takes no function of a column that depends on
 * the time zone.
 */
export const moved = (column: string, by: string): string =>
  `${column} = (${column} at time zone 'UTC' ${by}) at time zone 'UTC'`;

/** Makes open orders with a lifetime older by some days: all of them, or those of these products. */
export async function age(
  { pool }: Database,
  days: number,
  products: readonly number[] | null = null,
): Promise<void> {
  await pool.query(
    `update orders set ${moved('accepted_at', '- make_interval(days => $1)')},
       ${moved('expires_at', '- make_interval(days => $1)')}
     where status = 'open' and expires_at is not null and ($2::int[] is null or product_id = any($2))`,
    [days, products],
  );
}
