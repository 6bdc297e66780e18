import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarket } from '../harness/http-market.js';
import type { Address } from '../load/http-connection.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import { type Loader, type ReadRequest, readsOf } from '../load/load.js';
import { installedVersion, installPeer } from '../peers/install.js';
import { MEDUSA } from '../peers/medusa.js';
import type { Peer, PeerDatabase, PeerReading, PeerShop } from '../peers/peer.js';
import { VENDURE } from '../peers/vendure.js';
import { rateText } from '../report/figure.js';

const SHOP = { products: 50, sizesPerProduct: 10 };
const CONNECTIONS = 16;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const TURNS = 3;
/** The order rate of our market, so that it must recompute cached responses; the peers get no orders. */
const ORDERS_PER_SECOND = 20;
const TRADERS = 16;
const MIN_TIMES = { list: 20, product: 100 } as const;

/**
 * The list of products and one product compared with other shops, each with the same products and sizes on the same
 * PostgreSQL. A peer that cannot be installed or started is reported with its error and skipped. It has one mode,
 * because installing the peers takes most of the time.
 */
export const PEERS = benchmark({
  name: 'peers',
  isOptional: true,
  FULL: { shops: [VENDURE, MEDUSA] },
  QUICK: {},
  SMALL: {},
  async measure(run, { shops }) {
    const market = await run.openMarket({ ...SHOP, ordersPerSide: 1, traders: TRADERS });
    const loaders = { reads: await run.openLoader(), orders: await run.openLoader() };
    for (const shop of shops) {
      try {
        await measurePeer(run, market, shop, loaders);
      } catch (error) {
        run.print(`  ${shop.title} could not be measured: ${(error as Error).message}`);
      }
    }
  },
});

/** One for reads of either shop, and one for orders at ours at the same time. */
type Loaders = Readonly<Record<'reads' | 'orders', Loader>>;

async function measurePeer(run: Run, market: HttpMarket, shop: PeerShop, loaders: Loaders): Promise<void> {
  run.print(`${shop.title}: installing, if it is not there yet`);
  const folder = await installPeer(shop.name);
  const title = `${shop.title} ${await installedVersion(folder, shop.mainPackage)}`;
  run.print(`${title}: filling a database with ${SHOP.products} products of ${SHOP.sizesPerProduct} sizes`);
  const peer = await shop.open(folder, await createDatabase(market, shop.name), SHOP);
  try {
    for (const reading of peer.readings) {
      await measureReading(run, market, peer, reading, title, loaders);
    }
  } finally {
    await peer.close();
  }
}

async function createDatabase({ database }: HttpMarket, name: string): Promise<PeerDatabase> {
  await database.pool.query(`create database ${name}`);
  const { host: socket = '', user = '' } = database.pool.options;
  return { socket, user, name };
}

async function measureReading(
  run: Run,
  market: HttpMarket,
  peer: Peer,
  { what, asked, requests, holds }: PeerReading,
  title: string,
  loaders: Loaders,
): Promise<void> {
  const ownPaths = what === 'list' ? ['/api/'] : market.productIds.map((id) => `/api/${id}`);
  const read = (address: Address, toSend: readonly ReadRequest[], seconds: number) =>
    loaders.reads.run({
      address,
      connections: CONNECTIONS,
      seconds,
      requests: { kind: 'reads', requests: toSend },
    });
  const readPeer = (seconds: number) => read(peer.address, requests, seconds);
  const readOwn = async (seconds: number) => {
    const orders = loaders.orders.run({
      address: market.address,
      connections: TRADERS,
      seconds,
      requests: market.orders(),
      requestsPerSecond: ORDERS_PER_SECOND,
    });
    const [result] = await Promise.all([read(market.address, readsOf(ownPaths).requests, seconds), orders]);
    return result;
  };
  for (const request of requests) {
    await expectWhole(peer.address, request, holds);
  }
  await readOwn(WARM_UP_SECONDS);
  await readPeer(WARM_UP_SECONDS);
  const measured = await inTurns(TURNS, { own: () => readOwn(SECONDS), peer: () => readPeer(SECONDS) });
  const [own, other] = [medianRate(measured.own), medianRate(measured.peer)];
  const ratio = own.perSecond / other.perSecond;
  run.add({
    name: what === 'list' ? `list of ${SHOP.products} products` : 'one product',
    measured: rateText(own),
    limit: `${title}, ${asked}: ${rateText(other)}`,
    ratio,
    target: `${MIN_TIMES[what]} times`,
    isReached: ratio >= MIN_TIMES[what],
  });
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
