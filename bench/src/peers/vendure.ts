import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../processes/free-port.js';
import { environment } from './install.js';
import type { Peer, PeerDatabase, PeerReading, PeerShop, ShopSize } from './peer.js';

const HOST = '127.0.0.1';
const READY_TIMEOUT_MS = 5 * 60_000;

const SEARCH =
  'search(input: { groupByProduct: true, take: 50 }) { items { productId productName productAsset { preview } ' +
  'priceWithTax { ... on PriceRange { min max } } } }';
const PRODUCT = 'id name featuredAsset { preview } variants { id priceWithTax options { name } }';

export const VENDURE: PeerShop = {
  name: 'vendure',
  title: 'Vendure',
  mainPackage: '@vendure/core',
  open,
};

async function open(folder: string, database: PeerDatabase, size: ShopSize): Promise<Peer> {
  const port = await freePort(HOST);
  const child = fork(path.join(folder, 'serve.js'), {
    cwd: folder,
    execArgv: [],
    silent: true,
    env: environment({
      PORT: String(port),
      DATABASE_SOCKET: database.socket,
      DATABASE_USER: database.user,
      DATABASE_NAME: database.name,
      SECRET: randomUUID(),
      PRODUCTS: String(size.products),
      SIZES: String(size.sizesPerProduct),
      VENDURE_DISABLE_TELEMETRY: 'true',
    }),
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  try {
    const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
    if (!answer.ready) {
      throw new Error(`Vendure could not be filled: ${answer.failed}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { address: { host: HOST, port }, readings: readingsOf(size), close };
}

function readingsOf({ products, sizesPerProduct }: ShopSize): PeerReading[] {
  const ids = Array.from({ length: products }, (_, index) => index + 1);
  const asked = 'with the price of each size';
  const price = '"priceWithTax":';
  return [
    {
      what: 'list',
      asked: 'its search index, lowest and highest price',
      requests: [query(`{ ${SEARCH} }`)],
      holds: { text: price, count: products },
    },
    {
      what: 'list',
      asked,
      requests: [query(`{ products(options: { take: ${products} }) { items { ${PRODUCT} } } }`)],
      holds: { text: price, count: products * sizesPerProduct },
    },
    {
      what: 'product',
      asked,
      requests: ids.map((id) => query(`{ product(id: ${id}) { ${PRODUCT} } }`)),
      holds: { text: price, count: sizesPerProduct },
    },
  ];
}

function query(text: string) {
  return { path: '/shop-api', body: { query: text } };
}
