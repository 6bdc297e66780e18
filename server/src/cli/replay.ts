import { orderBodySchema } from '@perkex/contract/orders.js';
import type { ProblemCode } from '@perkex/contract/problems.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import { ensurePlatformAccount } from '../accounts/ensure-account.js';
import { savePayment, savePayout, saveShipping } from '../accounts/save-settings.js';
import { createProducts } from '../catalogue/create-products.js';
import { productFinder, productsFinder } from '../catalogue/find-product.js';
import type { Clock } from '../clock/clock.js';
import { type FileSale, readSales } from '../csv/sales-file.js';
import type { Database } from '../database/connect.js';
import { transaction } from '../database/transaction.js';
import { MatchingEngine } from '../orders/matching-engine.js';
import { connectForOrders } from '../orders/order-connection.js';
import { groupsOf } from '../orders/order-groups.js';
import { placeOrder, type Trading } from '../orders/place-order.js';
import { publishProducts } from '../products/publish-products.js';
import { ProductsOfSales } from './products-of-sales.js';

export interface ReplayOptions {
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The number of books that trade at once. */
  readonly inFlight: number;
  /** The maximum number of sales to replay. */
  readonly limit: number;
  /** Reports how many bytes of the file have been read. */
  readonly onRead: (done: number, total: number) => void;
  readonly onProgress: (done: number, total: number) => void;
  /** No sale begins after it has aborted. */
  readonly signal: AbortSignal;
}

export interface ReplaySummary {
  readonly sales: number;
  readonly orders: number;
  readonly trades: number;
  /** The number of trades at the price of their sale. */
  readonly atOwnPrice: number;
  readonly refused: ReadonlyMap<ProblemCode, number>;
  readonly failed: number;
  readonly seconds: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly peakMemoryMb: number;
}

interface ReplayedTrading extends Pick<Trading, 'engine' | 'findProduct'> {
  readonly newId: () => string;
}

const USER_COUNT = 300;
/** The users who sell and buy. */
export const REPLAY_USERS: readonly string[] = Array.from(
  { length: USER_COUNT },
  (_, index) => `replay-user-${index}`,
);
const MEMORY_EVERY_SALES = 1_000;

/**
 * Replays the sales of a file: each becomes a seller's ask and a buyer's buy-now, through the code of the calls. Sales
 * of one product and size keep the order of the file.
 * @throws FileError for a row that is not a sale, before anything is traded
 */
export async function replay(
  database: Database,
  file: string,
  options: ReplayOptions,
): Promise<ReplaySummary> {
  const { clock, newId } = options;
  const products = new ProductsOfSales();
  const sales = await readUpTo(file, options, products);
  await transaction(database.pool, async (tx) => {
    const idOfName = await createProducts(tx, products.all());
    await publishProducts(tx, [...idOfName.values()], newId);
  });
  await createUsers(database);
  const groups = await groupsOf(database.pool, 'all');
  const engine = new MatchingEngine({
    connect: (node) => connectForOrders(database.address, { node }),
    groups,
    newId,
    onFailure: () => {}, // failures are counted below
  });
  try {
    const trading = { engine, findProduct: productFinder(productsFinder(database.pool, clock)), newId };
    return await tradeAll(trading, sales, REPLAY_USERS, options);
  } finally {
    await engine.close();
  }
}

/** The part of each sale that is held in memory until it is replayed. */
type WaitingSale = Pick<FileSale, 'line' | 'name' | 'size' | 'priceCents'>;

async function readUpTo(
  file: string,
  { limit, onRead }: ReplayOptions,
  products: ProductsOfSales,
): Promise<WaitingSale[]> {
  const sales: WaitingSale[] = [];
  for await (const sale of readSales(file, onRead)) {
    const { line, size, priceCents } = sale;
    sales.push({ line, name: products.add(sale), size, priceCents });
    if (sales.length >= limit) {
      break;
    }
  }
  return sales;
}

async function createUsers(database: Database): Promise<void> {
  for (const [index, userId] of REPLAY_USERS.entries()) {
    await ensurePlatformAccount(database.pool, userId);
    await savePayout(database.pool, userId, index % 2 === 0 ? 'PAYPAL' : 'CC');
    await savePayment(database.pool, userId, index % 2 === 0 ? 'CC' : 'PAYPAL');
    await saveShipping(database.pool, userId, {
      name: 'Replay',
      surname: 'User',
      street: 'Market Street',
      street_number: String(index + 1),
      city: 'Portland',
      zip: '97201',
      country: 'United States',
      phone: '5550100',
    });
  }
}

async function tradeAll(
  trading: ReplayedTrading,
  sales: readonly WaitingSale[],
  users: readonly string[],
  { inFlight, onProgress, signal }: ReplayOptions,
): Promise<ReplaySummary> {
  const tally = new Tally();
  // Start with the longest books. The sales of a book run one after the other, so a long book started late would run on
  // alone.
  const books = [...groupBy(sales, ({ name, size }) => `${name}/${size}`).values()].sort(
    (a, b) => a.length - b.length,
  );
  const startMs = performance.now();
  let done = 0;
  const tradeBooks = async () => {
    for (let book = books.pop(); book; book = books.pop()) {
      for (const sale of book) {
        signal.throwIfAborted();
        await tradeSale(trading, sale, users, tally);
        done += 1;
        onProgress(done, sales.length);
        if (done % MEMORY_EVERY_SALES === 0) {
          tally.noteMemory();
        }
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, tradeBooks));
  tally.noteMemory();
  return tally.summary(sales.length, (performance.now() - startMs) / 1000);
}

async function tradeSale(
  trading: ReplayedTrading,
  sale: WaitingSale,
  users: readonly string[],
  tally: Tally,
): Promise<void> {
  const seller = users[sale.line % users.length] ?? '';
  const buyer = users[(sale.line * 7 + 1) % users.length] ?? '';
  await tradeOrder(trading, 'ask', seller, sale, tally);
  const bought = await tradeOrder(
    trading,
    'buy',
    buyer === seller ? (users[(sale.line + 1) % users.length] ?? '') : buyer,
    sale,
    tally,
  );
  if (bought !== null) {
    tally.trades += 1;
    tally.atOwnPrice += bought.includes(` for ${centsToDollars(sale.priceCents)}$.`) ? 1 : 0;
  }
}

/** Places an order as a call would. @returns null if it was refused or failed */
async function tradeOrder(
  trading: ReplayedTrading,
  call: OrderCall,
  userId: string,
  { name, size, priceCents }: WaitingSale,
  tally: Tally,
): Promise<string | null> {
  const body = orderBodySchema.parse({
    uid: userId,
    id: trading.newId(),
    name,
    size,
    price: centsToDollars(priceCents),
  });
  const startMs = performance.now();
  try {
    const result = await placeOrder(trading, call, userId, body);
    tally.noteOrder(performance.now() - startMs);
    if (typeof result === 'string') {
      return result;
    }
    tally.refused.set(result.refused, (tally.refused.get(result.refused) ?? 0) + 1);
  } catch {
    tally.failed += 1;
  }
  return null;
}

const BYTES_PER_MB = 1_000_000;

/** The memory of this process. */
export function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / BYTES_PER_MB);
}

class Tally {
  trades = 0;
  atOwnPrice = 0;
  failed = 0;
  readonly refused = new Map<ProblemCode, number>();
  private readonly latenciesMs: number[] = [];
  private peakMemoryMb = 0;

  noteOrder(latencyMs: number): void {
    this.latenciesMs.push(latencyMs);
  }

  noteMemory(): void {
    this.peakMemoryMb = Math.max(this.peakMemoryMb, memoryMb());
  }

  summary(sales: number, seconds: number): ReplaySummary {
    const sorted = Float64Array.from(this.latenciesMs).sort();
    const percentile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      sales,
      orders: sorted.length + this.failed,
      trades: this.trades,
      atOwnPrice: this.atOwnPrice,
      refused: this.refused,
      failed: this.failed,
      seconds,
      latencyMs: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) },
      peakMemoryMb: this.peakMemoryMb,
    };
  }
}
