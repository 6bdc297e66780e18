import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { TradedProduct } from '../crash/traders.js';
import { SETTINGS, type SignedUp, signUp } from '../ready-to-trade.js';
import { Fleet } from './fleet.js';
import { endServersUnderOrders } from './kills.js';
import { Visitor } from './visitor.js';

export interface ServersSize {
  /** How many processes there are, one number after the other. */
  readonly counts: readonly number[];
  readonly products: number;
  readonly visitors: number;
  readonly seconds: number;
}

export const FULL: ServersSize = { counts: [1, 2, 4], products: 100, visitors: 64, seconds: 5 };

const SIZES = Array.from({ length: 10 }, (_, index) => String(4 + index));
const LOWEST_DOLLARS = 100;
const PRICES = 50;
const NO_LIMITS = { MAX_OPEN_ORDERS: '1000000', MAX_OPEN_ORDERS_PER_BOOK: '1000000' };

/** Measures what several servers on one database do, and how visitors notice that one ends; prints what it finds. */
export async function measureServers(
  { counts, products, visitors, seconds }: ServersSize,
  print: (line: string) => void,
): Promise<void> {
  print(`${visitors} visitors with an address each, one request at a time, through a proxy; one PostgreSQL`);
  print(`${availableParallelism()} cores for the servers, PostgreSQL, the proxy and the visitors together`);
  for (const count of counts) {
    const fleet = await Fleet.start({ count, settings: NO_LIMITS });
    try {
      const market = await openMarket(fleet, products, visitors);
      await tradeFor(1, market); // code that has run before runs faster
      const [orders, reads] = [await tradeFor(seconds, market), await readFor(seconds, market)];
      print(
        `  ${count} ${count === 1 ? 'server' : 'servers'} behind ${fleet.proxy.name}: ` +
          `${Math.round(orders)} orders/s, ${Math.round(reads)} products read/s`,
      );
      for (const { visitor } of market.people) {
        visitor.leave();
      }
      if (count > 1 && count === counts.at(-1)) {
        const held = await endServersUnderOrders(fleet, { seed: 1, acknowledgedBetween: 500, print });
        print(`  all ${held} orders kept, none twice, the audit found nothing`);
      }
    } finally {
      await fleet.stop();
    }
  }
}

interface Person {
  readonly visitor: Visitor;
  readonly user: SignedUp;
}

interface Market {
  readonly url: string;
  readonly products: readonly TradedProduct[];
  readonly people: readonly Person[];
}

async function openMarket(fleet: Fleet, products: number, visitors: number): Promise<Market> {
  const names = Array.from({ length: products }, (_, index) => `Product ${index + 1}`);
  const people = Array.from({ length: visitors }, async (_, number) => {
    const visitor = new Visitor(1_000 + number);
    const user = await signUp(fleet.url, visitor.ask);
    for (const [call, fields] of SETTINGS) {
      await post(fleet.url, { visitor, user }, call, fields);
    }
    return { visitor, user };
  });
  return {
    url: fleet.url,
    products: await fleet.createProducts(names, SIZES),
    people: await Promise.all(people),
  };
}

/** Bids and asks of everybody for everything, around one price. @returns orders per second */
function tradeFor(seconds: number, { url, products, people }: Market): Promise<number> {
  return repeatFor(seconds, people, async (person, count) => {
    const { name } = products[count % products.length] as TradedProduct;
    const size = SIZES[Math.floor(count / products.length) % SIZES.length] as string;
    const price = LOWEST_DOLLARS + (count % PRICES);
    await post(url, person, count % 2 === 0 ? 'ask' : 'bid', { id: randomUUID(), name, size, price });
  });
}

/** @returns products per second */
function readFor(seconds: number, { url, products, people }: Market): Promise<number> {
  return repeatFor(seconds, people, async ({ visitor }, count) => {
    const { id } = products[count % products.length] as TradedProduct;
    await okay(await visitor.ask(`${url}/api/${id}`));
  });
}

async function repeatFor(
  seconds: number,
  people: readonly Person[],
  act: (person: Person, count: number) => Promise<void>,
): Promise<number> {
  const startMs = performance.now();
  let count = 0;
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() < startMs + seconds * 1_000) {
        count += 1;
        await act(person, count);
      }
    }),
  );
  return (count * 1_000) / (performance.now() - startMs);
}

async function post(url: string, { visitor, user }: Person, call: string, body: object): Promise<void> {
  await okay(
    await visitor.ask(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: user.cookie },
      body: JSON.stringify({ uid: user.uid, ...body }),
    }),
  );
}

/** A bid of one's own against one's own ask is refused by the rules (409): that is an answer. */
async function okay(answer: Response): Promise<void> {
  if (!answer.ok && answer.status !== 409) {
    throw new Error(`A request was answered with ${answer.status}: ${await answer.text()}`);
  }
}
