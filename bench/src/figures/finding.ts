import { rm } from 'node:fs/promises';
import type { Browse } from '@perkex/contract/finding.js';
import { newDataFolder } from '../data-folder.js';
import type { Address } from '../load/http-connection.js';
import { Loader } from '../load/loader.js';
import { fillMadeUpMarket, LARGE_CATALOGUE, type MadeUpMarketSize } from '../market/made-up-market.js';
import { describeFigure, type Figure, milliseconds, type Print, perSecond } from '../report/figure.js';
import { RunningServer } from '../running-server.js';

export interface FindingSize {
  readonly market: MadeUpMarketSize;
  readonly connections: number;
  readonly seconds: number;
}

const FULL: FindingSize = { market: LARGE_CATALOGUE, connections: 16, seconds: 10 };
const QUICK: FindingSize = {
  market: { products: 10_000, ordersPerProduct: 21 },
  connections: 16,
  seconds: 3,
};
const SMALL: FindingSize = { market: { products: 40, ordersPerProduct: 4 }, connections: 2, seconds: 0.2 };
export const FINDING = { FULL, QUICK, SMALL };

const LONGEST_P99_MS = 50;
/** So many different addresses that what is kept answers few of them. */
const MOST_ADDRESSES = 20_000;
const COLOURS_CHOSEN = 8;

/** Browsing by three facets, searching as one types, and Home, in a catalogue as large as it may become. */
export async function measureFinding(size: FindingSize, print: Print): Promise<Figure[]> {
  const dataDir = await newDataFolder('finding');
  const settings = { DEMO: 'off' };
  const server = await RunningServer.start(dataDir, settings);
  const loader = new Loader();
  try {
    await server.withDatabase((database) => fillMadeUpMarket(database, size.market));
    await server.stop();
    await server.start();
    const { products, ordersPerProduct } = size.market;
    print(
      `Finding among ${products} products with ${ordersPerProduct} open orders each, ${size.connections} connections`,
    );
    const figures = await measureAll(server.url, loader, size, print);
    return figures;
  } finally {
    await loader.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureAll(url: string, loader: Loader, size: FindingSize, print: Print): Promise<Figure[]> {
  const beganAtMs = performance.now();
  const all = await readBrowse(url, '');
  print(`  read into memory within ${milliseconds(performance.now() - beganAtMs)}`);
  const texts = all.products.map(({ name }) => name);
  const searches = [
    { name: 'GET /search, as one types', paths: texts.flatMap(beginnings).map(searchPath) },
    { name: 'GET /search, with a typing error', paths: texts.map(mistyped).map(searchPath) },
  ];
  const readings = [
    { name: 'GET /browse, three facets', paths: threeFacets(all), target: LONGEST_P99_MS },
    ...searches.map((search) => ({ ...search, target: LONGEST_P99_MS })),
    { name: 'Home', paths: ['/'], target: null },
  ];
  const figures: Figure[] = [];
  for (const { name, paths, target } of readings) {
    const requests = paths.map((path) => ({ path, headers: { 'accept-encoding': 'identity' } }));
    const { perSecond: rate, p99Ms } = await loader.run({
      address: addressIn(url),
      connections: size.connections,
      seconds: size.seconds,
      requests: { kind: 'reads', requests },
    });
    const figure: Figure = {
      name: `${name}, ${all.count} products`,
      measured: `${perSecond(rate)}, p99 ${milliseconds(p99Ms)}`,
      beside: '',
      ratio: null,
      target: target === null ? '' : `p99 ${milliseconds(target)}`,
      isReached: target === null ? null : p99Ms <= target,
    };
    print(describeFigure(figure));
    figures.push(figure);
  }
  return figures;
}

/** A brand, a colour and a size each, in an order in which neighbours have little in common. */
function threeFacets({ facets }: Browse): string[] {
  const paths: string[] = [];
  for (const { value: colour } of facets.colour.slice(0, COLOURS_CHOSEN)) {
    for (const { value: size } of facets.size) {
      for (const { value: brand } of facets.brand) {
        paths.push(`/api/browse?brand=${brand}&size=${encodeURIComponent(size)}&colour=${colour}`);
      }
    }
  }
  return paths.slice(0, MOST_ADDRESSES);
}

/** Every text on the way to a name, from its third letter on. */
function beginnings(name: string): string[] {
  return Array.from({ length: Math.max(0, name.length - 2) }, (_, index) => name.slice(0, index + 3));
}

/** Without the middle letter of the longest word. */
function mistyped(name: string): string {
  const longest = name.split(' ').reduce((long, word) => (word.length > long.length ? word : long), '');
  const middle = Math.floor(longest.length / 2);
  return name.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1));
}

function searchPath(text: string): string {
  return `/api/search?q=${encodeURIComponent(text)}`;
}

async function readBrowse(url: string, query: string): Promise<Browse> {
  const answer = await fetch(`${url}/api/browse${query}`);
  if (!answer.ok) {
    throw new Error(`The browse page was answered with ${answer.status}: ${await answer.text()}`);
  }
  return (await answer.json()) as Browse;
}

function addressIn(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
