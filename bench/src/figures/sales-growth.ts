import type { Listing } from '@perkex/server/books/find-listing.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transactionOn } from '@perkex/server/database/transaction.js';
import { readFigures } from '@perkex/server/sales/read-figures.js';
import { readHistory } from '@perkex/server/sales/read-history.js';
import { rebuildSaleDays } from '@perkex/server/sales/rebuild-sale-days.js';
import type { Run } from '../harness/benchmark.js';
import { createBooks, quieten, SIZES_PER_PRODUCT, withoutTimeLimit } from '../market/bench-market.js';
import type { CurvePoint } from '../report/curve.js';
import { milliseconds } from '../report/figure.js';
import { median } from '../report/percentile.js';

const ONE_SIZE = '7';

type Read = (database: Database, productId: number, nowMs: number) => Promise<unknown>;

function listing(productId: number, size: string): Listing {
  return { productId, size };
}

const READS: Readonly<Record<string, Read>> = {
  'figures, all sizes': ({ pool }, id, nowMs) => readFigures(pool, listing(id, ''), nowMs),
  'figures, one size': ({ pool }, id, nowMs) => readFigures(pool, listing(id, ONE_SIZE), nowMs),
  'history of a year, all sizes': ({ pool }, id, nowMs) => readHistory(pool, listing(id, ''), '1Y', nowMs),
  'whole history, one size': ({ pool }, id, nowMs) => readHistory(pool, listing(id, ONE_SIZE), 'ALL', nowMs),
};

/** Reads the figures and histories of products with few sales and with many, in turns. */
export async function measureSalesGrowth(
  run: Run,
  { sales, reads }: { readonly sales: readonly number[]; readonly reads: number },
): Promise<void> {
  run.print('Figures and history against the number of sales');
  const database = await run.openDatabase('bench_sales');
  await createBooks(database, sales.length * SIZES_PER_PRODUCT);
  const nowMs = Date.now();
  for (const [index, count] of sales.entries()) {
    await fillSales(database, index + 1, count, nowMs);
  }
  await withoutTimeLimit(database, async (client) => {
    await transactionOn(client, rebuildSaleDays);
  });
  await quieten(database);
  for (const [index, [name, read]] of Object.entries(READS).entries()) {
    const points = await measureRead(database, read, sales, reads, nowMs);
    const [few = { x: 0, y: Number.NaN }, many = few] = [points[0], points.at(-1)];
    run.add({
      name: `${name}, ${many.x.toLocaleString('en-US')} sales`,
      measured: milliseconds(many.y),
      limit: `with ${few.x.toLocaleString('en-US')}: ${milliseconds(few.y)}`,
      ratio: many.y / few.y,
    });
    if (index === 0) {
      run.curves.push({
        name: name.replaceAll(/[ ,]+/g, '-'),
        title: `${name}: time of a read, by the sales of the product`,
        xLabel: 'sales of the product',
        yLabel: 'ms, median',
        points,
      });
    }
  }
}

async function measureRead(
  database: Database,
  read: Read,
  sales: readonly number[],
  reads: number,
  nowMs: number,
): Promise<CurvePoint[]> {
  const times = sales.map(() => [] as number[]);
  for (let turn = 0; turn < reads; turn += 1) {
    for (const [index, ofProduct] of times.entries()) {
      const startMs = performance.now();
      await read(database, index + 1, nowMs);
      ofProduct.push(performance.now() - startMs);
    }
  }
  return sales.map((x, index) => ({ x, y: median(times[index] ?? []) }));
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
