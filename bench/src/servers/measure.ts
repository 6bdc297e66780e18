import type { Database } from '@perkex/server/database/connect.js';
import type { TradedProduct } from '../crash/traders.js';
import type { LoadTask } from '../load/load.js';
import { Loader } from '../load/loader.js';
import { SETTINGS, type SignedUp, signUp } from '../ready-to-trade.js';
import { describeMachine } from '../report/machine.js';
import { Visitor } from '../visitor.js';
import { Fleet } from './fleet.js';
import { endServersUnderOrders } from './kills.js';

export interface ServersSize {
  /** How many processes there are, one number after the other. */
  readonly counts: readonly number[];
  readonly products: number;
  readonly visitors: number;
  readonly seconds: number;
}

export const FULL: ServersSize = { counts: [1, 2, 4], products: 100, visitors: 64, seconds: 5 };

const SIZES = Array.from({ length: 10 }, (_, index) => String(4 + index));
const DOLLARS = [100, 150] as const;
const NO_LIMITS = { MAX_OPEN_ORDERS: '1000000', MAX_OPEN_ORDERS_PER_BOOK: '1000000' };

/** Measures what several servers on one database do, and how visitors notice that one ends; prints what it finds. */
export async function measureServers(size: ServersSize, print: (line: string) => void): Promise<void> {
  const { counts, visitors } = size;
  print(
    `${visitors} visitors with an address each, through a proxy to servers on one PostgreSQL, all of it on`,
  );
  for (const [index, count] of counts.entries()) {
    const fleet = await Fleet.start({ count, settings: NO_LIMITS });
    const loader = new Loader();
    try {
      if (index === 0) {
        print(describeMachine(await fleet.withDatabase(readVersion)));
      }
      const { orders, hotOrders, reads, logBytes, diskBytes } = await measureFleet(fleet, loader, size);
      print(
        `  ${count} ${count === 1 ? 'server' : 'servers'} behind ${fleet.proxy.name}: ` +
          `${Math.round(orders)} orders/s for many books, ${Math.round(hotOrders)} for one, ` +
          `${Math.round(reads)} products read/s; ` +
          `an order writes ${Math.round(logBytes)} bytes of log and leaves ${Math.round(diskBytes)} on disk`,
      );
      if (count > 1 && index === counts.length - 1) {
        const held = await endServersUnderOrders(fleet, { seed: 1, acknowledgedBetween: 500, print });
        print(`  all ${held} orders kept, none twice, the audit found nothing`);
      }
    } finally {
      await loader.close();
      await fleet.stop();
    }
  }
}

async function readVersion({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? '';
}

/** By second, or by order. */
interface Measured {
  readonly orders: number;
  readonly hotOrders: number;
  readonly reads: number;
  readonly logBytes: number;
  readonly diskBytes: number;
}

async function measureFleet(
  fleet: Fleet,
  loader: Loader,
  { products: productCount, visitors, seconds }: ServersSize,
): Promise<Measured> {
  const names = Array.from({ length: productCount }, (_, index) => `Product ${index + 1}`);
  const products = await fleet.createProducts(names, SIZES);
  const traders = await Promise.all(
    Array.from({ length: visitors }, (_, number) => newTrader(fleet, number)),
  );
  const { hostname, port } = new URL(fleet.url);
  const load = async (seconds: number, requests: LoadTask['requests']) => {
    const address = { host: hostname, port: Number(port) };
    return loader.run({ address, connections: visitors, hasOwnAddresses: true, seconds, requests });
  };
  const books = products.flatMap(({ name }) => SIZES.map((size) => ({ name, size })));
  const orders = { kind: 'orders', traders, books, dollars: DOLLARS, origin: fleet.url } as const;
  const requests = products.map(({ id }: TradedProduct) => ({ path: `/api/${id}` }));
  const reads = { kind: 'reads', requests } as const;
  await load(1, orders); // code that has run before runs faster
  await load(1, reads);
  const before = await fleet.withDatabase(readWritten);
  const placed = await load(seconds, orders);
  const after = await fleet.withDatabase(readWritten);
  const hot = await load(seconds, { ...orders, books: books.slice(0, 1) });
  return {
    orders: placed.perSecond,
    hotOrders: hot.perSecond,
    reads: (await load(seconds, reads)).perSecond,
    logBytes: (after.logBytes - before.logBytes) / placed.requests,
    diskBytes: (after.diskBytes - before.diskBytes) / placed.requests,
  };
}

/** How much the database has written to its log, and how large it is. */
async function readWritten({ pool }: Database): Promise<{ logBytes: number; diskBytes: number }> {
  const { rows } = await pool.query<{ logBytes: string; diskBytes: string }>(
    `select pg_current_wal_lsn() - '0/0' as "logBytes", pg_database_size(current_database()) as "diskBytes"`,
  );
  return { logBytes: Number(rows[0]?.logBytes), diskBytes: Number(rows[0]?.diskBytes) };
}

async function newTrader({ url }: Fleet, number: number): Promise<SignedUp> {
  const visitor = new Visitor(number);
  const user = await signUp(url, visitor.ask);
  for (const [call, fields] of SETTINGS) {
    const answer = await visitor.ask(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: user.cookie },
      body: JSON.stringify({ uid: user.uid, ...fields }),
    });
    if (!answer.ok) {
      throw new Error(`${call} was answered with ${answer.status}.`);
    }
  }
  visitor.leave();
  return user;
}
