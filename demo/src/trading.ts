import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { type OrderCall, SIDES, type Side } from '@perkex/core/order-book/order.js';
import { TRADER_PREFIX } from '@perkex/server/accounts/is-demo-market.js';
import { ADVISORY_LOCKS } from '@perkex/server/database/advisory-locks.js';
import { bool, int4, oneOf, orNull, statement, text, uuid } from '@perkex/server/database/statement.js';
import type { DemoTradingOptions } from '@perkex/server/demonstration.js';
import type { OrderCommand } from '@perkex/server/orders/order-command.js';
import type pg from 'pg';
import { DEMO_SEED, demoValuations } from './market.js';
import { type DemoBook, type Move, nextMove } from './next-move.js';
import { type Random, type RunningTotals, runningTotals, seededRandom } from './random.js';
import { readReleases, readSneakers } from './sneakers.js';

const COUNT_TRADERS = statement({
  name: 'count-demo-traders',
  text: `select count(*)::int as count from accounts where user_id like $1 || '%'`,
  row: { count: int4 },
});

const FIND_PRODUCTS = statement({
  name: 'find-demo-products',
  text: `select id, name, release_date::text as "releaseDate", trades_from::text as "tradesFrom"
         from products where name = any($1::text[])`,
  row: { id: int4, name: text, releaseDate: orNull(text), tradesFrom: orNull(text) },
});

const READ_BOOK = statement({
  name: 'read-demo-book',
  text: 'select open_asks as "openAsks", open_bids as "openBids" from books where product_id = $1 and size = $2',
  row: { openAsks: int4, openBids: int4 },
});

const READ_OWN_ORDERS = statement({
  name: 'read-demo-orders',
  text: `select side, user_id as "userId", order_id as "orderId", seq, price_cents as "priceCents" from orders
         where product_id = $1 and size = $2 and status = 'open' and user_id like $3 || '%' order by seq`,
  row: { side: oneOf(SIDES), userId: text, orderId: uuid, seq: int4, priceCents: int4 },
});

const TAKE_LEAD = statement({
  name: 'lead-demo-trading',
  text: 'select pg_try_advisory_lock($1) as "isTaken"',
  row: { isTaken: bool },
});

/** The valuation and trading frequency of one book. */
interface TradedBook {
  readonly productId: number;
  readonly size: string;
  readonly worthDollars: number;
  readonly beganEmpty: boolean;
}

/** The books of the demonstration market in the database, and its number of house accounts. */
interface TradedMarket {
  readonly books: readonly TradedBook[];
  readonly popularity: RunningTotals;
  readonly traders: number;
}

/** After its release a product is traded more often, so that its books fill. */
const HYPED_DAYS = 14;
const HYPE = 10;
/** How long valuations are cached: they change daily. */
const WORTH_KNOWN_MS = 60 * 60 * 1_000;

/**
 * Automatic trading: house accounts trade with each other through the matching engine while the market has viewers. If
 * several processes have viewers, one of them leads.
 */
export class DemoTrading {
  private readonly random: Random;
  /** The connection that holds the lead. */
  private lead: pg.PoolClient | null = null;
  private market: { readonly read: TradedMarket; readonly readAtMs: number } | null = null;

  constructor(private readonly options: DemoTradingOptions & { readonly random?: Random }) {
    this.random = options.random ?? seededRandom(options.clock.wallMs(), 'trading');
  }

  /** Makes one move of a house account if the market has viewers. @returns the move; null for none */
  async advance(): Promise<Move | null> {
    if (!this.options.isWatched()) {
      this.giveUpLead();
      return null;
    }
    if (!(await this.takeLead())) {
      return null;
    }
    const { books, popularity, traders } = await this.readMarket();
    const book = books[this.random.weightedIndex(popularity)];
    if (book === undefined || traders === 0) {
      return null;
    }
    const seen = await this.readBook(book);
    const move = seen && nextMove(seen, book.worthDollars, this.random);
    if (move) {
      await this.options.engine.submit(this.commandOf(move, book, seen, traders));
    }
    return move;
  }

  close(): void {
    this.giveUpLead();
  }

  /** Takes the lead with a connection, so that it ends with this process. */
  private async takeLead(): Promise<boolean> {
    if (this.lead) {
      return true;
    }
    const client = await this.options.pool.connect();
    const row = await TAKE_LEAD.row(client, [ADVISORY_LOCKS.demoTrading]).catch((error) => {
      client.release(true);
      throw error;
    });
    if (!row?.isTaken) {
      client.release();
      return false;
    }
    client.on('error', () => {
      if (this.lead === client) {
        this.giveUpLead();
      }
    });
    this.lead = client;
    return true;
  }

  /** Closes the connection, and so gives up the lead. */
  private giveUpLead(): void {
    this.lead?.release(true);
    this.lead = null;
  }

  private async readMarket(): Promise<TradedMarket> {
    const { pool, clock } = this.options;
    const nowMs = clock.wallMs();
    if (this.market === null || nowMs - this.market.readAtMs > WORTH_KNOWN_MS) {
      this.market = { read: await readTradedMarket(pool, new Date(nowMs)), readAtMs: nowMs };
    }
    return this.market.read;
  }

  private async readBook({ productId, size, beganEmpty }: TradedBook): Promise<DemoBook | null> {
    const { pool } = this.options;
    const book = await READ_BOOK.row(pool, [productId, size]);
    return book
      ? { ...book, beganEmpty, ownOrders: await READ_OWN_ORDERS.rows(pool, [productId, size, TRADER_PREFIX]) }
      : null;
  }

  private commandOf(
    move: Move,
    { productId, size }: TradedBook,
    book: DemoBook,
    traders: number,
  ): OrderCommand {
    const place = { productId, size };
    switch (move.kind) {
      case 'cancel': {
        const { priceCents: _, ...order } = move.order;
        return { kind: 'cancellation', reason: 'owner', ...place, ...order };
      }
      case 'place':
        return this.placement(place, move.side, move.side, move.priceCents, book, traders);
      case 'take':
        return this.placement(place, CALL_TO_TAKE[move.side], move.side, move.limitCents, book, traders);
    }
  }

  private placement(
    place: { readonly productId: number; readonly size: string },
    call: OrderCall,
    side: Side,
    priceCents: number,
    { ownOrders }: DemoBook,
    traders: number,
  ): OrderCommand {
    const others = new Set(ownOrders.filter((order) => order.side !== side).map(({ userId }) => userId));
    let trader = this.random.integer(0, traders - 1);
    // No trader is on both sides of a book.
    for (let tried = 0; tried < traders && others.has(`${TRADER_PREFIX}${trader}`); tried += 1) {
      trader = (trader + 1) % traders;
    }
    const userId = `${TRADER_PREFIX}${trader}`;
    return { kind: 'placement', ...place, call, userId, orderId: this.options.newId(), priceCents };
  }
}

/** The calls that trade at once or are refused. */
const CALL_TO_TAKE = { ask: 'sell', bid: 'buy' } as const satisfies Record<Side, OrderCall>;

async function readTradedMarket(pool: pg.Pool, now: Date): Promise<TradedMarket> {
  const today = dayAt(now.getTime());
  const all = [...(await readSneakers()), ...(await readReleases(today))];
  const products = await FIND_PRODUCTS.rows(pool, [all.map(({ name }) => name)]);
  const productOf = new Map(products.map((product) => [product.name, product]));
  // The days of releases were set when the market began.
  const sneakers = all.map((sneaker) => ({
    ...sneaker,
    releaseDate: productOf.get(sneaker.name)?.releaseDate ?? sneaker.releaseDate,
  }));
  const known = demoValuations({ sneakers, seed: DEMO_SEED, now }).flatMap(({ productName, ...worth }) => {
    const { id, tradesFrom = null } = productOf.get(productName) ?? {};
    if (id === undefined || (tradesFrom !== null && tradesFrom > today)) {
      return [];
    }
    const demand = tradesFrom !== null && addDays(tradesFrom, HYPED_DAYS) > today ? HYPE : 1;
    const popularity = demand * worth.popularity;
    return [{ ...worth, productId: id, popularity, beganEmpty: tradesFrom !== null }];
  });
  const counted = await COUNT_TRADERS.row(pool, [TRADER_PREFIX]);
  return {
    books: known,
    popularity: runningTotals(known.map(({ popularity }) => popularity)),
    traders: counted?.count ?? 0,
  };
}
