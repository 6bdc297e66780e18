import { expect, it } from 'vitest';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { rebuildSaleDays } from '../src/sales/rebuild-sale-days.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { connectAgain, createTestDatabase } from './test-database.js';

/** A time zone in which it is another day than in UTC now, whenever the test runs: 14 hours ahead, or 12 behind. */
const otherZone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';

it('the history of a database that is set to another time zone is rebuilt by days in UTC', async () => {
  const created = await createTestDatabase();
  const { rows } = await created.pool.query<{ name: string }>('select current_database() as name');
  await created.pool.query(`alter database ${rows[0]?.name} set timezone to '${otherZone}'`);
  // Open connections keep their time zone.
  const database = await connectAgain(created);
  const days = async () => {
    const { rows } = await database.pool.query(
      'select product_id, size, day::text, sales, sum_cents from sale_days order by 1, 2, 3',
    );
    return rows;
  };
  try {
    const [productId = 0] = await buildProducts(database, ['Zone Runner']);
    await transaction(database.pool, (tx) =>
      savePastSales(tx, [
        {
          productId,
          size: '9',
          priceCents: 10_000,
          soldAt: new Date('2026-05-05T23:30:00Z'),
          content: 'late',
        },
        {
          productId,
          size: '9',
          priceCents: 12_000,
          soldAt: new Date('2026-05-06T00:30:00Z'),
          content: 'early',
        },
      ]),
    );
    await buildTraders(database, 'ann', 'bob');
    const engine = openEngine(database);
    await engine.submit(order('ask', 'ann', 130, { productId }));
    await engine.submit(order('bid', 'bob', 130, { productId }));
    await engine.close();
    await rollUpTrades(database);
    const folded = await days();
    expect(folded.map(({ day }) => day)).toEqual(
      expect.arrayContaining(['2026-05-05', '2026-05-06', new Date().toISOString().slice(0, 10)]),
    );
    await transaction(database.pool, (tx) => rebuildSaleDays(tx));
    expect(await days()).toEqual(folded);
  } finally {
    await database.close();
    await created.close();
  }
});
