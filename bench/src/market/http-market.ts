import { createProducts } from '@perkex/server/catalogue/create-products.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { fillDataFolder } from '../data-database.js';
import { newDataFolder } from '../data-folder.js';
import type { Address } from '../load/http-connection.js';
import type { LoadTrader, OrderSource } from '../load/order-requests.js';
import { SETTINGS, signUp } from '../ready-to-trade.js';
import { RunningServer } from '../running-server.js';
import { createUsers, fillBooks, quieten } from './bench-market.js';

export interface HttpMarketSize {
  /** 'demo' means the products of the demonstration market. */
  readonly products: number | 'demo';
  readonly sizesPerProduct: number;
  /** Open orders per side of each book; the demonstration market has its own. */
  readonly ordersPerSide: number;
  readonly traders: number;
  /** True for a market with deals, paid with play money. */
  readonly hasDeals?: boolean;
}

const SERVER_SETTINGS = {
  MAX_OPEN_ORDERS: '1000000',
  MAX_OPEN_ORDERS_PER_BOOK: '1000000',
  DEMO_TRADING: 'off',
};
const DOLLARS = [195, 205] as const;
const SIGN_UPS_AT_ONCE = 4;

/** A real server with a market and with signed-in users who may trade. */
export class HttpMarket {
  private constructor(
    readonly server: RunningServer,
    readonly books: OrderSource['books'],
    readonly productIds: readonly number[],
    readonly traders: readonly LoadTrader[],
  ) {}

  static async open(size: HttpMarketSize): Promise<HttpMarket> {
    const { products } = size;
    const content = products === 'demo' ? 'demonstration market' : 'empty market';
    const dataDir = await newDataFolder('http', content);
    if (products !== 'demo') {
      await fillDataFolder(dataDir, (database) => fill(database, products, size));
    }
    const settings = {
      ...SERVER_SETTINGS,
      DEMO: products === 'demo' ? 'on' : 'off',
      ...(size.hasDeals && { PAYMENTS: 'play' }),
    };
    const server = await RunningServer.start(dataDir, settings);
    try {
      const { books, productIds } = await readMarket(server);
      const traders = await signUpTraders(server.url, size.traders);
      return new HttpMarket(server, books, productIds, traders);
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get address(): Address {
    const { hostname, port } = new URL(this.server.url);
    return { host: hostname, port: Number(port) };
  }

  /** Orders of all traders for these books. */
  ordersFor(books: OrderSource['books']): OrderSource {
    return { kind: 'orders', traders: this.traders, books, dollars: DOLLARS, origin: this.server.url };
  }

  async close(): Promise<void> {
    await this.server.remove();
  }
}

async function fill(
  database: Database,
  count: number,
  { sizesPerProduct, ordersPerSide }: HttpMarketSize,
): Promise<void> {
  const sizes = Array.from({ length: sizesPerProduct }, (_, index) => String(4 + index / 2));
  const products = Array.from({ length: count }, (_, index) => ({
    name: `Product ${index + 1}`,
    brand: 'Bench',
    retailPriceCents: 15_000,
    releaseDate: '2020-02-01',
    sizes,
  }));
  await createUsers(database);
  await transaction(database.pool, (tx) => createProducts(tx, products));
  if (ordersPerSide > 0) {
    await fillBooks(database, ordersPerSide);
  }
  await quieten(database);
}

/** The products that trade already. */
function readMarket(server: RunningServer) {
  return server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ id: number; name: string; size: string }>(
      `select product.id, product.name, book.size from books as book
       join products as product on product.id = book.product_id
       where product.trades_from is null or product.trades_from <= (now() at time zone 'UTC')::date
       order by product.id, book.size`,
    );
    const books = rows.map(({ name, size }) => ({ name, size }));
    return { books, productIds: [...new Set(rows.map(({ id }) => id))] };
  });
}

async function signUpTraders(url: string, count: number): Promise<LoadTrader[]> {
  const traders: LoadTrader[] = [];
  while (traders.length < count) {
    const some = Math.min(SIGN_UPS_AT_ONCE, count - traders.length);
    traders.push(...(await Promise.all(Array.from({ length: some }, () => signUpTrader(url)))));
  }
  return traders;
}

async function signUpTrader(url: string): Promise<LoadTrader> {
  const { uid, cookie } = await signUp(url);
  for (const [call, fields] of SETTINGS) {
    const answer = await fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify({ uid, ...fields }),
    });
    if (!answer.ok) {
      throw new Error(`${call} was answered with ${answer.status}: ${await answer.text()}`);
    }
  }
  return { uid, cookie };
}
