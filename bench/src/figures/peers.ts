import type { Address } from '../load/http-connection.js';
import type { LoadResult, ReadRequest } from '../load/load.js';
import { Loader } from '../load/loader.js';
import { HttpMarket } from '../market/http-market.js';
import { installedVersion, installPeer } from '../peers/install.js';
import { MEDUSA } from '../peers/medusa.js';
import type { Peer, PeerDatabase, PeerReading, PeerShop } from '../peers/peer.js';
import { VENDURE } from '../peers/vendure.js';
import {
  describeFigure,
  type Figure,
  median,
  milliseconds,
  type Print,
  perSecond,
} from '../report/figure.js';

const SHOP = { products: 50, sizesPerProduct: 10 };
const CONNECTIONS = 16;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const TURNS = 3;
/** The order rate of our market, so that it must recompute cached responses; the peers get no orders. */
const ORDERS_PER_SECOND = 20;
const TRADERS = 16;
const LEAST_TIMES = { list: 20, product: 100 } as const;

/**
 * The list of products and one product compared with other shops, each with the same products and sizes on the same
 * PostgreSQL. A peer that cannot be installed or started is reported with its error and skipped.
 */
export async function measurePeers(print: Print): Promise<Figure[]> {
  const market = await HttpMarket.open({ ...SHOP, ordersPerSide: 1, traders: TRADERS });
  const figures: Figure[] = [];
  try {
    for (const shop of [VENDURE, MEDUSA]) {
      try {
        figures.push(...(await measurePeer(market, shop, print)));
      } catch (error) {
        print(`  ${shop.title} could not be measured: ${(error as Error).message}`);
      }
    }
  } finally {
    await market.close();
  }
  return figures;
}

const MAIN_PACKAGES = { vendure: '@vendure/core', medusa: '@medusajs/medusa' } as const;

async function measurePeer(market: HttpMarket, shop: PeerShop, print: Print): Promise<Figure[]> {
  print(`${shop.title}: installing, if it is not there yet`);
  const folder = await installPeer(shop.name);
  const title = `${shop.title} ${await installedVersion(folder, MAIN_PACKAGES[shop.name])}`;
  print(`${title}: filling a database with ${SHOP.products} products of ${SHOP.sizesPerProduct} sizes`);
  const peer = await shop.open(folder, await createDatabase(market, shop.name), SHOP);
  const loaders = { reads: new Loader(), orders: new Loader() };
  const figures: Figure[] = [];
  try {
    for (const reading of peer.readings) {
      const figure = await measureReading(market, peer, reading, title, loaders);
      print(describeFigure(figure));
      figures.push(figure);
    }
  } finally {
    await Promise.all([loaders.reads.close(), loaders.orders.close(), peer.close()]);
  }
  return figures;
}

function createDatabase(market: HttpMarket, name: string): Promise<PeerDatabase> {
  return market.server.withDatabase(async ({ pool }) => {
    await pool.query(`create database ${name}`);
    const { host: socket = '', user = '' } = pool.options;
    return { socket, user, name };
  });
}

async function measureReading(
  market: HttpMarket,
  peer: Peer,
  { what, asked, requests, holds }: PeerReading,
  title: string,
  loaders: { readonly reads: Loader; readonly orders: Loader },
): Promise<Figure> {
  const ownRequests =
    what === 'list' ? [{ path: '/api/' }] : market.productIds.map((id) => ({ path: `/api/${id}` }));
  const load = (address: Address, toSend: readonly ReadRequest[], seconds: number) =>
    loaders.reads.run({
      address,
      connections: CONNECTIONS,
      seconds,
      requests: { kind: 'reads', requests: toSend },
    });
  const loadOwn = async (seconds: number) => {
    const orders = loaders.orders.run({
      address: market.address,
      connections: TRADERS,
      seconds,
      requests: market.ordersFor(market.books),
      requestsPerSecond: ORDERS_PER_SECOND,
    });
    const [result] = await Promise.all([load(market.address, ownRequests, seconds), orders]);
    return result;
  };
  for (const request of requests) {
    await expectWhole(peer.address, request, holds);
  }
  await loadOwn(WARM_UP_SECONDS);
  await load(peer.address, requests, WARM_UP_SECONDS);
  const own: LoadResult[] = [];
  const others: LoadResult[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    own.push(await loadOwn(SECONDS));
    others.push(await load(peer.address, requests, SECONDS));
  }
  const rate = (results: readonly LoadResult[]) => median(results.map((result) => result.perSecond));
  const p99 = (results: readonly LoadResult[]) => milliseconds(median(results.map(({ p99Ms }) => p99Ms)));
  const ratio = rate(own) / rate(others);
  return {
    name: what === 'list' ? `list of ${SHOP.products} products` : 'one product',
    measured: `${perSecond(rate(own))}, p99 ${p99(own)}`,
    beside: `${title}, ${asked}: ${perSecond(rate(others))}, p99 ${p99(others)}`,
    ratio,
    target: `${LEAST_TIMES[what]} times`,
    isReached: ratio >= LEAST_TIMES[what],
  };
}

/** @throws if the answer lacks data that it should have, since leaving data out costs nothing */
async function expectWhole(
  { host, port }: Address,
  { path, headers, body }: ReadRequest,
  { text, count }: PeerReading['holds'],
): Promise<void> {
  const answer = await fetch(`http://${host}:${port}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  const held = (await answer.text()).split(text).length - 1;
  if (held !== count) {
    throw new Error(`${path} was answered with ${answer.status} and ${held} of ${count} prices.`);
  }
}
