import type { Browse } from '@perkex/contract/finding.js';
import { fillDataFolder } from '../data-database.js';
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
/** Enough distinct addresses that cached responses answer only a few of them. */
const MAX_ADDRESSES = 50_000;
const PAGES_OF_NAMES = 200;
/** The share of a measurement that warms the server up. */
const PART_BEFORE = 0.2;

/** Browsing by three facets, search as you type, and the pages that show the whole market, in a large catalogue. */
export async function measureFinding(size: FindingSize, print: Print): Promise<Figure[]> {
  const dataDir = await newDataFolder('finding', 'empty market');
  await fillDataFolder(dataDir, (database) => fillMadeUpMarket(database, size.market));
  const beganAtMs = performance.now();
  const server = await RunningServer.start(dataDir, { DEMO: 'off' });
  const startMs = performance.now() - beganAtMs;
  const loader = new Loader();
  try {
    const { products, ordersPerProduct } = size.market;
    print(
      `Finding among ${products} products with ${ordersPerProduct} open orders each, ${size.connections} connections`,
    );
    const memoryMb = await server.memoryMb();
    print(`  started, with every product in memory, within ${milliseconds(startMs)}, ${memoryMb} MB`);
    return await measureAll(server.url, loader, size, print);
  } finally {
    await loader.close();
    await server.remove();
  }
}

async function measureAll(url: string, loader: Loader, size: FindingSize, print: Print): Promise<Figure[]> {
  const all = await readBrowse(url, '');
  const texts = await readNames(url, all.pages);
  const searches = [
    { name: 'GET /search, as one types', paths: searchPaths(texts.flatMap(beginnings)) },
    { name: 'GET /search, with a typing error', paths: searchPaths(texts.flatMap(mistyped)) },
  ];
  const pages = [
    { name: 'Home', path: '/' },
    { name: 'The market', path: '/market' },
    { name: 'The largest brand', path: `/brands/${all.facets.brand[0]?.value}` },
  ];
  for (const { name, path } of pages) {
    print(`  ${name} is made within ${milliseconds(await timeOf(`${url}${path}`))}`);
  }
  const readings = [
    { name: 'GET /browse, three facets', paths: threeFacets(all), target: LONGEST_P99_MS },
    ...searches.map((search) => ({ ...search, target: LONGEST_P99_MS })),
    ...pages.map(({ name, path }) => ({ name, paths: [path], target: LONGEST_P99_MS })),
  ];
  const figures: Figure[] = [];
  for (const { name, paths, target } of readings) {
    const read = (some: readonly string[], seconds: number) =>
      loader.run({
        address: addressIn(url),
        connections: size.connections,
        seconds,
        requests: {
          kind: 'reads',
          requests: some.map((path) => ({ path, headers: { 'accept-encoding': 'identity' } })),
        },
      });
    // Excludes the start of the server and warms its cache.
    const { first, others } = apart(paths);
    await read(first, size.seconds * PART_BEFORE);
    const { perSecond: rate, p99Ms } = await read(others, size.seconds);
    const figure: Figure = {
      name: `${name}, ${all.count} products`,
      measured: `${perSecond(rate)}, p99 ${milliseconds(p99Ms)}`,
      beside: '',
      ratio: null,
      target: `p99 ${milliseconds(target)}`,
      isReached: p99Ms <= target,
    };
    print(describeFigure(figure));
    figures.push(figure);
  }
  return figures;
}

/** Splits off some paths for the warm-up; if there are few, uses the same for both. */
function apart(paths: readonly string[]): { first: readonly string[]; others: readonly string[] } {
  const isFirst = (index: number) => index % Math.round(1 / PART_BEFORE) === 0;
  const others = paths.filter((_path, index) => !isFirst(index));
  return others.length === 0
    ? { first: paths, others: paths }
    : { first: paths.filter((_path, index) => isFirst(index)), others };
}

/** Product names from across the catalogue, by sales. */
async function readNames(url: string, pages: number): Promise<string[]> {
  const apart = Math.max(1, Math.floor(pages / PAGES_OF_NAMES));
  const names: string[] = [];
  for (let page = 1; page <= pages; page += apart) {
    names.push(...(await readBrowse(url, `?page=${page}`)).products.map(({ name }) => name));
  }
  return names;
}

/** A brand, a size, and a colour or a year, ordered so that neighbours have little in common. */
function threeFacets({ facets }: Browse): string[] {
  const thirds = (['colour', 'year'] as const).flatMap((facet) =>
    facets[facet].map(({ value }) => `${facet}=${value}`),
  );
  const paths: string[] = [];
  for (const third of thirds) {
    for (const { value: size } of facets.size) {
      for (const { value: brand } of facets.brand) {
        paths.push(`/api/browse?brand=${brand}&size=${encodeURIComponent(size)}&${third}`);
      }
    }
  }
  return paths.slice(0, MAX_ADDRESSES);
}

/** Every prefix of a name, from three letters on. */
function beginnings(name: string): string[] {
  return Array.from({ length: Math.max(0, name.length - 2) }, (_, index) => name.slice(0, index + 3));
}

/** Drops one letter of the longest word but the last, or swaps two neighbouring ones. */
function mistyped(name: string): string[] {
  const longest = name.split(' ').reduce((long, word) => (word.length > long.length ? word : long), '');
  return [...longest.slice(0, -1)].flatMap((letter, index) => {
    const [before, next, after] = [
      longest.slice(0, index),
      longest.charAt(index + 1),
      longest.slice(index + 2),
    ];
    return [before + next + after, before + next + letter + after].map((word) => name.replace(longest, word));
  });
}

/** The paths of searches for some texts, without duplicates. */
function searchPaths(texts: readonly string[]): string[] {
  return [...new Set(texts)]
    .slice(0, MAX_ADDRESSES)
    .map((text) => `/api/search?q=${encodeURIComponent(text)}`);
}

async function timeOf(address: string): Promise<number> {
  const beganAtMs = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) {
    throw new Error(`${address} was answered with ${answer.status}`);
  }
  return performance.now() - beganAtMs;
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
