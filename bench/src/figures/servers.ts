import { counted } from '@perkex/core/counted.js';
import type { Database } from '@perkex/server/database/connect.js';
import { endServersUnderOrders } from '../crash/end-servers.js';
import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarket } from '../harness/http-market.js';
import { type LoadTask, readsOf } from '../load/load.js';
import { cpuText } from '../report/cpu.js';
import { perSecond } from '../report/figure.js';

const TRADERS = 16;
const DOLLARS = [100, 150] as const;
const SEED = 1;

/** Several servers on one database, and how visitors experience the end of one. */
export const SERVERS = benchmark({
  name: 'servers',
  isOptional: true,
  FULL: {
    /** The numbers of processes to measure, in turn. */
    counts: [1, 2, 4],
    products: 100,
    visitors: 64,
    warmUpSeconds: 1,
    seconds: 5,
    /** The orders acknowledged before and after each end of a server. */
    acknowledgedBetween: 500,
  },
  QUICK: { counts: [1, 2], seconds: 2, acknowledgedBetween: 100 },
  SMALL: { counts: [1], products: 4, visitors: 4, warmUpSeconds: 0.05, seconds: 0.2 },
  async measure(run, size) {
    const { counts, products, visitors, acknowledgedBetween } = size;
    run.print(`${visitors} visitors with an address each, through a proxy to servers on one PostgreSQL`);
    for (const servers of counts) {
      const market = await run.openMarket({
        products,
        sizesPerProduct: 10,
        ordersPerSide: 0,
        traders: TRADERS,
        servers,
        hasProxy: true,
      });
      await measureFleet(run, market, size);
      if (servers > 1 && servers === counts.at(-1)) {
        await measureEnds(run, market, acknowledgedBetween);
      }
      await run.close();
    }
  },
});

async function measureFleet(
  run: Run,
  market: HttpMarket,
  { visitors, warmUpSeconds, seconds }: Record<'visitors' | 'warmUpSeconds' | 'seconds', number>,
): Promise<void> {
  const { address, books, database, fleet, productIds } = market;
  const { length: count } = fleet.servers;
  const loader = await run.openLoader();
  const loads: Readonly<Record<string, LoadTask['requests']>> = {
    'orders for many books': { ...market.orders(), dollars: DOLLARS },
    'orders for one book': { ...market.orders(books.slice(0, 1)), dollars: DOLLARS },
    'reads of products': readsOf(productIds.map((id) => `/api/${id}`)),
  };
  for (const [what, requests] of Object.entries(loads)) {
    const load = (forSeconds: number) =>
      loader.run({ address, connections: visitors, hasOwnAddresses: true, seconds: forSeconds, requests });
    await load(warmUpSeconds);
    const [meter, before] = [await fleet.meterCpu(), await readBytes(database)];
    const result = await load(seconds);
    const [cpu, after] = [await meter.microsecondsEach(result.requests), await readBytes(database)];
    const bytesEach = (key: keyof Bytes) => Math.round((after[key] - before[key]) / result.requests);
    run.add({
      name: `${what}, ${counted(count, 'server')} behind ${fleet.proxy.name}`,
      measured:
        `${perSecond(result.perSecond)}; each takes ${cpuText(cpu)}, ` +
        `${bytesEach('log')} bytes of its log and ${bytesEach('disk')} on disk`,
    });
  }
}

async function measureEnds(run: Run, { fleet }: HttpMarket, acknowledgedBetween: number): Promise<void> {
  const { ends, orders, events } = await endServersUnderOrders(fleet, {
    seed: SEED,
    kills: 3,
    acknowledgedBetween,
  });
  run.add(
    ...ends.map(({ how, longestSilenceMs, unanswered }) => ({
      name: `${how} of one of ${fleet.servers.length} servers under orders`,
      measured: `the longest silence ${Math.round(longestSilenceMs)} ms, ${unanswered} requests without an answer`,
    })),
    {
      name: 'the orders of this time',
      measured:
        `all ${orders} kept, none twice; the ${events} events of drop copies without a gap; ` +
        'the audit found nothing',
    },
  );
}

/** Bytes written so far to the log of a database and to its files. */
type Bytes = Readonly<Record<'log' | 'disk', number>>;

async function readBytes({ pool }: Database): Promise<Bytes> {
  const { rows } = await pool.query<Record<keyof Bytes, string>>(
    `select pg_current_wal_lsn() - '0/0' as log, pg_database_size(current_database()) as disk`,
  );
  return { log: Number(rows[0]?.log), disk: Number(rows[0]?.disk) };
}
