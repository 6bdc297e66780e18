import type { Database } from '@perkex/server/database/connect.js';
import type { Address } from '../load/http-connection.js';
import type { OrderSource } from '../load/order-requests.js';
import { type SignedUp, signUpTraders } from '../market/accounts.js';
import { createUsers, fillBooks, quieten } from '../market/bench-market.js';
import { addProducts } from '../market/products.js';
import { Fleet } from '../servers/fleet.js';

export interface HttpMarketSize {
  /** 'demo' means the products of the demonstration market. */
  readonly products: number | 'demo';
  readonly sizesPerProduct: number;
  /** Open orders per side of each book; the demonstration market has its own. */
  readonly ordersPerSide: number;
  readonly traders: number;
  /** True for a market with deals, paid with play money, false for one without; by default as DEMO has it. */
  readonly hasDeals?: boolean;
  /** The number of servers; one by default. */
  readonly servers?: number;
  /** True if a proxy is in front of the servers. */
  readonly hasProxy?: boolean;
}

const SERVER_SETTINGS = {
  MAX_OPEN_ORDERS: '1000000',
  MAX_OPEN_ORDERS_PER_BOOK: '1000000',
  DEMO_TRADING: 'off',
};
const DOLLARS = [195, 205] as const;

/** Real servers with a market and with signed-in users who may trade. */
export class HttpMarket {
  private constructor(
    readonly fleet: Fleet,
    readonly books: OrderSource['books'],
    readonly productIds: readonly number[],
    readonly traders: readonly SignedUp[],
  ) {}

  static async open(size: HttpMarketSize): Promise<HttpMarket> {
    const { products, servers: count = 1, hasProxy = false, hasDeals } = size;
    const fleet = await Fleet.start({
      count,
      hasProxy,
      ...(products === 'demo'
        ? { content: 'demonstration market' }
        : { fill: (database) => fill(database, products, size) }),
      settings: {
        ...SERVER_SETTINGS,
        ...(hasDeals !== undefined && { PAYMENTS: hasDeals ? 'play' : 'off' }),
      },
    });
    try {
      const { books, productIds } = await readMarket(fleet.database);
      const traders = await signUpTraders(fleet.url, size.traders);
      return new HttpMarket(fleet, books, productIds, traders);
    } catch (error) {
      await fleet.stop();
      throw error;
    }
  }

  get url(): string {
    return this.fleet.url;
  }

  get address(): Address {
    return addressOf(this.url);
  }

  get database(): Database {
    return this.fleet.database;
  }

  /** Random orders of all traders for these books; for all books by default. */
  orders(books = this.books): OrderSource {
    return { kind: 'orders', traders: this.traders, books, dollars: DOLLARS, origin: this.url };
  }

  close(): Promise<void> {
    return this.fleet.stop();
  }
}

/** The address for the load of a server at a URL. */
export function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

async function fill(
  database: Database,
  count: number,
  { sizesPerProduct, ordersPerSide }: HttpMarketSize,
): Promise<void> {
  await createUsers(database);
  await addProducts(
    database,
    Array.from({ length: count }, (_, index) => `Product ${index + 1}`),
    Array.from({ length: sizesPerProduct }, (_, index) => String(4 + index / 2)),
  );
  if (ordersPerSide > 0) {
    await fillBooks(database, ordersPerSide);
  }
  await quieten(database);
}

/** The products that trade already. */
async function readMarket({ pool }: Database) {
  const { rows } = await pool.query<{ productId: number; name: string; size: string }>(
    `select product.id as "productId", product.name, book.size from books as book
     join products as product on product.id = book.product_id
     where product.trades_from is null or product.trades_from <= (now() at time zone 'UTC')::date
     order by product.id, book.size`,
  );
  return { books: rows, productIds: [...new Set(rows.map(({ productId }) => productId))] };
}
