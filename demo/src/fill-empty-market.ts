import { createHash } from 'node:crypto';
import { dayAt } from '@perkex/core/figures/days.js';
import { groupBy } from '@perkex/core/group-by.js';
import { match } from '@perkex/core/order-book/match.js';
import { type Placement, READY } from '@perkex/core/order-book/order.js';
import { FIRST_LEVEL } from '@perkex/core/seller-levels.js';
import { TRADER_PREFIX } from '@perkex/server/accounts/is-demo-market.js';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { readAliases } from '@perkex/server/csv/aliases-file.js';
import { ADVISORY_LOCKS } from '@perkex/server/database/advisory-locks.js';
import { connectPatiently, type Database, endConnection } from '@perkex/server/database/connect.js';
import { int4, statement } from '@perkex/server/database/statement.js';
import { contentId, timeOrderedIds } from '@perkex/server/database/time-ordered-id.js';
import { type Transaction, transactionOn } from '@perkex/server/database/transaction.js';
import type { FillOptions } from '@perkex/server/demonstration.js';
import { FeedStream } from '@perkex/server/feed/feed-stream.js';
import { saveChanges } from '@perkex/server/orders/batch-writes.js';
import type { JudgedBook } from '@perkex/server/orders/judge-commands.js';
import { type BookKey, bookName } from '@perkex/server/orders/order-command.js';
import { readSearchAliases, replaceSearchAliases } from '@perkex/server/products/search-aliases.js';
import type pg from 'pg';
import { createTraders } from './create-traders.js';
import { fillMadeUp } from './fill-made-up.js';
import { learnFacts } from './learn-facts.js';
import { DEMO_SEED, type DemoMarket, type DemoOrder, demoMarket } from './market.js';
import { redrawProducts } from './redraw-products.js';
import { readReleases, readSneakers, SEARCH_ALIASES_FILE } from './sneakers.js';

const EMPTY_BOOK = { seq: 0, openAsks: 0, openBids: 0 };

const FIND_ANY_PRODUCT = statement({
  name: 'find-any-product',
  text: 'select id from products limit 1',
  row: { id: int4 },
});

/**
 * Fills a database without products with the demonstration market, in one transaction, by the rules and statements that
 * match orders. A database that has it already gets the drawings and facts of this version. If another server is
 * filling it, this waits until that is done, however long.
 * @returns true if it filled the database
 */
export async function fillEmptyMarket(
  database: Database,
  now: Date,
  { newId, madeUpProducts = 0, onProgress }: FillOptions,
): Promise<boolean> {
  const client = await connectPatiently(database.address);
  try {
    const wasEmpty = await transactionOn(client, async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.filling]);
      const sneakers = [...(await readSneakers()), ...(await readReleases(dayAt(now.getTime())))];
      const isEmpty = (await FIND_ANY_PRODUCT.row(transaction)) === undefined;
      if (isEmpty) {
        const market = demoMarket({ sneakers, seed: DEMO_SEED, now });
        await fill(transaction, market, now, newId);
        if (madeUpProducts > 0) {
          const filling = { count: madeUpProducts, seed: DEMO_SEED, now, ordersPerProduct: 'some' as const };
          await fillMadeUp(transaction, { ...filling, firstTrader: market.traderCount }, onProgress);
        }
      }
      await redrawProducts(transaction, sneakers);
      await learnFacts(transaction, sneakers);
      if ((await readSearchAliases(transaction)).length === 0) {
        await replaceSearchAliases(transaction, await readAliases(SEARCH_ALIASES_FILE), newId);
      }
      return isEmpty;
    });
    if (wasEmpty) {
      // Until autovacuum does it, PostgreSQL plans for empty tables, which takes a second of each start.
      await client.query('analyze products, books, orders, past_sales, sale_days');
    }
    return wasEmpty;
  } finally {
    await endConnection(client);
  }
}

async function fill(
  transaction: Transaction,
  market: DemoMarket,
  now: Date,
  newId: () => string,
): Promise<void> {
  const idOfName = await createProducts(
    transaction,
    market.products.map(({ silhouette, colours, details, ...product }) => ({
      ...product,
      drawing: { silhouette, colours, details },
    })),
  );
  const idOf = (name: string) => idOfName.get(name) ?? 0;
  await savePastSales(
    transaction,
    market.pastSales.map(({ productName, ...sale }, index) => ({
      ...sale,
      productId: idOf(productName),
      content: `demo sale ${index}`,
    })),
  );
  await createTraders(transaction, 0, market.traderCount);
  const connection = { client: oneByOne(transaction), tables: null };
  const stream = new FeedStream(newId());
  await stream.mark(connection.client);
  await saveChanges(connection, matchedBooks(market.orders, idOf, now), {
    newTradeId: timeOrderedIds(),
    levelOf: () => FIRST_LEVEL,
    coordinator: null,
    stream,
  });
}

/**
 * Serialises statements that are sent together: COPY, which adds made-up products, cannot use a pipelined connection.
 */
function oneByOne(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: pg.QueryConfig) => {
    const answer = last.then(() => transaction.query(statement));
    last = answer.catch(() => {}); // the sender gets the error
    return answer;
  };
  return Object.create(transaction, { query: { value: query } });
}

function matchedBooks(orders: readonly DemoOrder[], idOf: (name: string) => number, now: Date): JudgedBook[] {
  const placements = orders.map((order, index) => ({
    productId: idOf(order.productName),
    size: order.size,
    placement: placementOf(order, index),
  }));
  return [...groupBy(placements, bookName).values()].map((ofBook) => {
    const commands = ofBook.map(({ placement }) => placement);
    const { changes } = match({ seq: 0, asks: [], bids: [] }, commands, now.getTime());
    const { productId, size } = ofBook[0] as BookKey;
    return { productId, size, before: EMPTY_BOOK, changes };
  });
}

function placementOf({ side, trader, priceCents }: DemoOrder, index: number): Placement {
  return {
    kind: 'placement',
    call: side,
    userId: `${TRADER_PREFIX}${trader}`,
    orderId: contentId(index, createHash('sha256').update(`demo order ${index}`).digest()),
    priceCents,
    readiness: READY,
    earlier: null,
  };
}
