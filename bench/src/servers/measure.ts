import type { Database } from '@perkex/server/database/connect.js';
import type { LoadTask } from '../load/load.js';
import { Loader } from '../load/loader.js';
import { SETTINGS, type SignedUp, signUp } from '../ready-to-trade.js';
import { describeMachine } from '../report/machine.js';
import { Visitor } from '../visitor.js';
import { CostMeter, microsecondsEach } from './cost.js';
import { Fleet } from './fleet.js';
import { endServersUnderOrders } from './kills.js';

export interface ServersSize {
  /** The numbers of processes to measure, in turn. */
  readonly counts: readonly number[];
  readonly products: number;
  readonly visitors: number;
  readonly seconds: number;
}

export const FULL: ServersSize = { counts: [1, 2, 4], products: 100, visitors: 64, seconds: 5 };

const SIZES = Array.from({ length: 10 }, (_, index) => String(4 + index));
const TRADERS = 16;
/** Time for the code to warm up. */
const WARM_UP_SECONDS = 1;
const DOLLARS = [100, 150] as const;
const NO_LIMITS = { MAX_OPEN_ORDERS: '1000000', MAX_OPEN_ORDERS_PER_BOOK: '1000000' };

/** Measures several servers on one database, and how visitors experience the end of one; prints the results. */
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
      print(`  ${count} ${count === 1 ? 'server' : 'servers'} behind ${fleet.proxy.name}:`);
      await measureFleet(fleet, loader, size, print);
      if (count > 1 && index === counts.length - 1) {
        const held = await endServersUnderOrders(fleet, {
          ...{ seed: 1, kills: 3, acknowledgedBetween: 500, print },
        });
        print(
          `  all ${held.orders} orders kept, none twice, and the ${held.events} events of drop copies without a gap; ` +
            'the audit found nothing',
        );
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

async function measureFleet(
  fleet: Fleet,
  loader: Loader,
  { products: productCount, visitors, seconds }: ServersSize,
  print: (line: string) => void,
): Promise<void> {
  const names = Array.from({ length: productCount }, (_, index) => `Product ${index + 1}`);
  const products = await fleet.createProducts(names, SIZES);
  const traders: SignedUp[] = [];
  for (let number = 0; number < TRADERS; number += 1) {
    traders.push(await newTrader(fleet, number)); // one password at a time, because hashing is slow
  }
  const { hostname, port } = new URL(fleet.url);
  const address = { host: hostname, port: Number(port) };
  const load = (forSeconds: number, requests: LoadTask['requests']) =>
    loader.run({ address, connections: visitors, hasOwnAddresses: true, seconds: forSeconds, requests });
  const books = products.flatMap(({ name }) => SIZES.map((size) => ({ name, size })));
  const orders = { kind: 'orders', traders, books, dollars: DOLLARS, origin: fleet.url } as const;
  const reads = products.map(({ id }) => ({ path: `/api/${id}` }));
  const loads: readonly (readonly [what: string, requests: LoadTask['requests']])[] = [
    ['orders for many books', orders],
    ['orders for one book', { ...orders, books: books.slice(0, 1) }],
    ['reads of products', { kind: 'reads', requests: reads }],
  ];
  for (const [what, requests] of loads) {
    await load(WARM_UP_SECONDS, requests);
    const meter = new CostMeter(fleet);
    const before = await meter.begin();
    const { perSecond, requests: count } = await load(seconds, requests);
    const after = await meter.read();
    const server = microsecondsEach(before.serverSeconds, after.serverSeconds, count);
    const postgres = microsecondsEach(before.postgresSeconds, after.postgresSeconds, count);
    const bytes = (key: 'logBytes' | 'diskBytes') => Math.round((after[key] - before[key]) / count);
    print(
      `    ${Math.round(perSecond)} ${what}/s; each takes ${server} µs of a server's CPU, ${postgres} µs of PostgreSQL's, ` +
        `${bytes('logBytes')} bytes of its log and ${bytes('diskBytes')} on disk`,
    );
  }
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
