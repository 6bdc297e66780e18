import type { Database } from '@perkex/server/database/connect.js';
import { transactionOn } from '@perkex/server/database/transaction.js';
import type { Listing } from '@perkex/server/sales/find-listing.js';
import { readUnfoldedTrades } from '@perkex/server/sales/history-keeper.js';
import { readFigures } from '@perkex/server/sales/read-figures.js';
import { readHistory } from '@perkex/server/sales/read-history.js';
import { rebuildSaleDays } from '@perkex/server/sales/rebuild-sale-days.js';
import type { BenchServer } from './bench-database.js';
import { createBooks, quieten, SIZES_PER_PRODUCT, withoutTimeLimit } from './bench-market.js';

/** How many products are compared by the number of their sales, and how often each is read. */
export interface FiguresGrowth {
  readonly sales: readonly [number, number];
  readonly reads: number;
}

const ONE_SIZE = '7';

type Read = (database: Database, productId: number, nowMs: number) => Promise<unknown>;

function listing(productId: number, size: string): Listing {
  return { productId, size, retailCents: 15_000 };
}

const READS: Readonly<Record<string, Read>> = {
  'figures, all sizes': ({ pool }, id, nowMs) => readFigures(pool, listing(id, ''), nowMs),
  'figures, one size': ({ pool }, id, nowMs) => readFigures(pool, listing(id, ONE_SIZE), nowMs),
  'history of a year': ({ pool }, id, nowMs) => readHistory(pool, listing(id, ''), '1Y', nowMs),
  'history of a size': ({ pool }, id, nowMs) => readHistory(pool, listing(id, ONE_SIZE), 'ALL', nowMs),
};

/** Reads figures and histories of a product with few sales and of one with many, in turns. */
export async function benchFigures(
  server: BenchServer,
  { sales, reads }: FiguresGrowth,
  print: (line: string) => void,
): Promise<void> {
  print('Figures and history against the number of sales');
  const database = await server.createDatabase('bench_figures');
  await createBooks(database, sales.length * SIZES_PER_PRODUCT);
  const nowMs = Date.now();
  for (const [index, count] of sales.entries()) {
    await fillSales(database, index + 1, count, nowMs);
  }
  await withoutTimeLimit(database, async (client) => {
    await transactionOn(client, (tx) => rebuildSaleDays(tx, readUnfoldedTrades));
  });
  await quieten(database);
  for (const [name, read] of Object.entries(READS)) {
    const times = sales.map(() => [] as number[]);
    for (let turn = 0; turn < reads; turn += 1) {
      for (const [index, ofProduct] of times.entries()) {
        const startMs = performance.now();
        await read(database, index + 1, nowMs);
        ofProduct.push(performance.now() - startMs);
      }
    }
    const [few = 0, many = 0] = times.map(median);
    print(
      `  ${name}: ${few.toFixed(2)} ms at ${sales[0]} sales, ${many.toFixed(2)} ms at ${sales[1]}: ` +
        `${(many / few).toFixed(2)} times`,
    );
  }
}

/** Past sales of a product, spread evenly over its sizes and the last two years. */
async function fillSales(database: Database, productId: number, count: number, nowMs: number): Promise<void> {
  await withoutTimeLimit(database, async (client) => {
    await client.query(
      `insert into past_sales (product_id, id, size, price_cents, sold_at)
       select $1::int, overlay(md5(number::text) placing lpad(to_hex(at_ms), 12, '0') from 1 for 12)::uuid,
         (1 + number % $4::int)::text, 100 * (150 + number * 7919 % 100)::int, to_timestamp(at_ms / 1000.0)
       from (
         select number, $3::bigint - number * (2 * 365 * 86400000::bigint) / $2::bigint as at_ms
         from generate_series(0, $2::bigint - 1) as number
       ) as sale`,
      [productId, count, nowMs, SIZES_PER_PRODUCT],
    );
  });
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
