import { randomUUID } from 'node:crypto';
import { dayAt } from '@perkex/core/figures/days.js';
import { accountsOf, SaleJudge } from '@perkex/core/figures/odd-sales.js';
import { groupBy } from '@perkex/core/group-by.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { consumeNext } from '../src/feed/consume.js';
import { registerConsumers } from '../src/feed/consumer.js';
import { FeedWriter } from '../src/feed/feed-writer.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { HistoryConsumer } from '../src/sales/history-consumer.js';
import { makeSaleVoid } from '../src/sales/make-sale-void.js';
import { readFigures } from '../src/sales/read-figures.js';
import { readHistory } from '../src/sales/read-history.js';
import { readNewestSales } from '../src/sales/read-sales.js';
import { consumeAll, silentFeed } from './consumers.js';
import { action, fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { connectAgain, createTestDatabase } from './test-database.js';

/** Random trades, and deals that end undone or unpaid: the figures are those of a market without these trades. */

const RUNS = Number(process.env.VOID_RUNS ?? 12);
const TRADERS = 5;
const SIZES = ['9', '10'];
const DAY_MS = 86_400_000;

const deals = new DealsConsumer(QUIET_STEPS);
const history = new HistoryConsumer(silentFeed);
const writer = new FeedWriter(silentFeed);

/** Two servers. */
let database: Database;
let other: Database;
let engines: MatchingEngine[];
/** New ones for each run. */
let productIds: number[];
let traders: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  other = await connectAgain(database);
  await registerConsumers(database.pool, [history]);
  await startDeals(database.pool, deals);
  engines = [openEngine(database), openEngine(other)];
});

afterAll(async () => {
  for (const engine of engines) {
    await engine.close();
  }
  await other.close();
  await database.close();
});

interface Trading {
  readonly kind: 'trade';
  readonly seller: number;
  /** Counted from the seller. */
  readonly buyer: number;
  readonly product: number;
  readonly size: number;
  readonly dollars: number;
  readonly server: number;
}

interface Ending {
  readonly kind: 'undo' | 'unpaid';
  readonly which: number;
}

/** `job`: one waiting job, of those that make sales void. `history`: the consumer of the history. */
type Command =
  | Trading
  | Ending
  | { readonly kind: 'job'; readonly which: number }
  | { readonly kind: 'history' };

const index = (count: number) => fc.integer({ min: 0, max: count - 1 });
const trading: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant('trade'),
  seller: index(TRADERS),
  buyer: fc.integer({ min: 1, max: TRADERS - 1 }),
  product: index(2),
  size: index(SIZES.length),
  // Most are usual.
  dollars: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 190, max: 210 }) }, fc.constantFrom(40, 900)),
  server: index(2),
});
const ending: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom('undo', 'unpaid'),
  which: index(1_000),
});
const work: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('job' as const), which: index(1_000) }),
  fc.constant({ kind: 'history' } as const),
);
const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: trading },
    { weight: 2, arbitrary: ending },
    { weight: 2, arbitrary: work },
  ),
  { minLength: 10, maxLength: 45 },
);

async function trade({ seller, buyer, product, size, dollars, server }: Trading): Promise<void> {
  const book = { productId: productIds[product] ?? 0, size: SIZES[size] ?? '' };
  const engine = engines[server] as MatchingEngine;
  await engine.submit(order('ask', traders[seller] ?? '', dollars, book));
  const taker = traders[(seller + buyer) % TRADERS] ?? '';
  expect((await engine.submit(order('buy', taker, dollars, book))).kind).toBe('traded');
}

/** Ends a deal that nothing has happened to, if there is one. */
async function end({ kind, which }: Ending): Promise<void> {
  await consumeAll(database, deals);
  const { rows } = await database.pool.query<{ productId: number; id: string }>(
    `select product_id as "productId", id from deals where version = 0 and product_id = any($1) order by id`,
    [productIds],
  );
  const key = rows[which % rows.length];
  if (key) {
    const result = await transaction(database.pool, (tx) =>
      kind === 'undo'
        ? takeStep(tx, key, action('buyer', { type: 'undo', earlierUndos: 0 }, 0), momentIn(0))
        : takeStep(tx, key, fact('clock', { type: 'deadline-passed' }), momentIn(5 * DAY_MS)),
    );
    expect(result?.kind).toBe('stepped');
  }
}

const momentIn = (ms: number) => ({ nowMs: Date.now() + ms, holidays: NO_HOLIDAYS });

/** Runs a waiting job, twice: its server was killed before it could note the end. */
async function runJob(which: number): Promise<boolean> {
  const { pool } = which % 2 === 0 ? database : other;
  const { rows } = await pool.query(`select id, data from jobs where kind = 'void-sale' order by id`);
  const job = rows[which % rows.length];
  if (job) {
    await transaction(pool, (tx) => makeSaleVoid(tx, job.data, writer));
    await transaction(pool, (tx) => makeSaleVoid(tx, job.data, writer));
    await pool.query('delete from jobs where id = $1', [job.id]);
  }
  return job !== undefined;
}

async function perform(command: Command): Promise<void> {
  switch (command.kind) {
    case 'trade':
      return trade(command);
    case 'undo':
    case 'unpaid':
      return end(command);
    case 'job':
      return void (await runJob(command.which));
    case 'history':
      return void (await consumeNext(other.pool, history));
  }
}

interface NaiveSale {
  readonly productId: number;
  readonly size: string;
  readonly id: string;
  readonly dollars: number;
  readonly seller: string;
  readonly buyer: string;
  readonly atMs: number;
}

/** The sales of the market, without those whose deals ended undone or unpaid; ids sort by time. */
async function naiveSales(): Promise<NaiveSale[]> {
  const { rows } = await database.pool.query(
    `select product_id as "productId", size, id, price_cents / 100 as dollars, seller_id as seller, buyer_id as buyer,
       (extract(epoch from traded_at) * 1000)::float8 as "atMs"
     from trades as trade
     where not exists (
       select from deals as deal
       where deal.product_id = trade.product_id and deal.id = trade.id and deal.cancellation in ('undone', 'payment')
     )
     order by id`,
  );
  return rows;
}

/** The rule about two accounts, from all sales before in any product. */
function isBetweenOnlyPartners(sale: NaiveSale, before: readonly NaiveSale[]): boolean {
  const accounts = [sale.seller, sale.buyer];
  const ofEither = before.filter(
    ({ seller, buyer }) => accounts.includes(seller) || accounts.includes(buyer),
  );
  return (
    ofEither.length > 0 &&
    ofEither.every(({ seller, buyer }) => accounts.includes(seller) && accounts.includes(buyer))
  );
}

function countingSales(all: readonly NaiveSale[], productId: number): NaiveSale[] {
  const judge = new SaleJudge();
  return all.filter((sale, place) => {
    if (sale.productId !== productId) {
      return false;
    }
    const { size, dollars, seller, buyer } = sale;
    const judged = { size, priceCents: dollars * 100, accounts: accountsOf(seller, buyer) };
    const before = all.slice(0, place);
    return judge.judge(judged, { isBetweenOnlyPartners: isBetweenOnlyPartners(sale, before) }) === null;
  });
}

const pricesOf = (sales: readonly NaiveSale[]) => sales.map(({ dollars }) => dollars);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The figures that follow from sales of less than a day ago. */
function naiveFigures(sales: readonly NaiveSale[], counting: readonly NaiveSale[]) {
  const prices = pricesOf(counting);
  const [last, before] = [sales.at(-1), sales.at(-2)];
  return {
    lastSale: last?.dollars ?? null,
    change: last && before ? last.dollars - before.dollars : null,
    high52: prices.length > 0 ? Math.max(...prices) : null,
    low52: prices.length > 0 ? Math.min(...prices) : null,
    average: prices.length > 0 ? Math.floor(sumOf(prices) / prices.length + 0.5) : null,
    sales72h: prices.length,
    sales365d: prices.length,
    turnover: sumOf(prices),
  };
}

function naiveDays(counting: readonly NaiveSale[]) {
  const days = groupBy(counting, ({ atMs }) => dayAt(atMs));
  return [...days].map(([start, ofDay]) => {
    const prices = pricesOf(ofDay);
    return {
      start,
      open: prices[0],
      close: prices.at(-1),
      high: Math.max(...prices),
      low: Math.min(...prices),
      average: Math.floor(sumOf(prices) / prices.length + 0.5),
      sales: prices.length,
    };
  });
}

async function compareWithNaive(): Promise<void> {
  const all = await naiveSales();
  for (const productId of productIds) {
    const ofProduct = all.filter((sale) => sale.productId === productId);
    const allCounting = countingSales(all, productId);
    for (const size of ['', ...SIZES]) {
      const isWanted = (sale: NaiveSale) => size === '' || sale.size === size;
      const [sales, counting] = [ofProduct.filter(isWanted), allCounting.filter(isWanted)];
      const listing = { productId, size };
      const newest = await readNewestSales(database.pool, listing, 1_000);
      expect(newest.map(({ id }) => id)).toEqual(sales.map(({ id }) => id).reverse());
      // In three days, the last 72 hours begin in the middle of today.
      for (const nowMs of [Date.now(), Date.now() + 3 * DAY_MS - 600_000]) {
        expect(await readFigures(database.pool, listing, nowMs)).toMatchObject(naiveFigures(sales, counting));
      }
      expect(await readHistory(database.pool, listing, '1M', Date.now())).toEqual(naiveDays(counting));
    }
  }
}

async function wrong(): Promise<string[]> {
  return (await audit(database.pool)).flatMap(({ title, examples }) =>
    examples.map((example) => `${title}: ${example}`),
  );
}

it('figures are those of a market in which the undone and unpaid trades never happened', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      productIds = await buildProducts(database, [randomUUID(), randomUUID()], SIZES);
      traders = Array.from({ length: TRADERS }, () => randomUUID());
      await buildTraders(database, ...traders);
      // Unpaid deals do not stop their buyers.
      await database.pool.query(`update accounts set card_saved_at = '2999-01-01'`);
      for (const command of all) {
        await perform(command);
      }
      // Neither is the audit wrong while jobs wait and the consumer lags.
      expect(await wrong()).toEqual([]);
      for (let which = 0; await runJob(which); which += 1) {}
      await consumeAll(database, history);
      await compareWithNaive();
      expect(await wrong()).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 600_000);
