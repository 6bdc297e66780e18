import { randomUUID } from 'node:crypto';
import type { Browse } from '@perkex/contract/finding.js';
import { benchmark, type Run } from '../harness/benchmark.js';
import { addressOf } from '../harness/http-market.js';
import { medianRate } from '../load/in-turns.js';
import { readsOf } from '../load/load.js';
import { fillMadeUpMarket } from '../market/bench-market.js';
import { databaseUrl, newDataFolder } from '../market/data-folder.js';
import { milliseconds, rateText } from '../report/figure.js';
import { RunningServer } from '../servers/running-server.js';

const MAX_P99_MS = 50;
/** Enough distinct addresses that cached responses answer only a few of them. */
const MAX_ADDRESSES = 50_000;
const PAGES_OF_NAMES = 200;
/** The share of a measurement that warms the server up. */
const PART_BEFORE = 0.2;

/** Browsing by three facets, search as you type, and the pages that show the whole market, in a large catalogue. */
export const FINDING = benchmark({
  name: 'finding',
  FULL: {
    /** The largest supported catalogue: 99 % of its products trade, with over 2,000,000 open orders. */
    products: 100_000,
    ordersPerProduct: 21,
    connections: 16,
    seconds: 10,
  },
  QUICK: { products: 10_000, seconds: 3 },
  SMALL: { products: 40, ordersPerProduct: 4, connections: 2, seconds: 0.2 },
  async measure(run, { products, ordersPerProduct, connections, seconds }) {
    const database = await run.openDatabase('finding');
    await fillMadeUpMarket(database, products, ordersPerProduct);
    const starting = RunningServer.start(await newDataFolder('finding'), {
      DATABASE_URL: databaseUrl(database.address),
      AUTH_SECRET: randomUUID(),
      DEMO: '0',
    });
    const server = await run.open(starting, (started) => started.remove());
    const { url } = server;
    const loader = await run.openLoader();
    run.print(
      `Finding among ${products} products with ${ordersPerProduct} open orders each, ${connections} connections`,
    );
    run.print(
      `  started, with every product in memory, within ${milliseconds(server.startMs)}, ${await server.memoryMb()} MB`,
    );
    const all = await readBrowse(url, '');
    for (const { name, paths } of await readingsOf(run, url, all)) {
      const read = (some: readonly string[], forSeconds: number) =>
        loader.run({
          address: addressOf(url),
          connections,
          seconds: forSeconds,
          requests: readsOf(some, { 'accept-encoding': 'identity' }),
        });
      // Excludes the start of the server and warms its cache.
      const { first, others } = apart(paths);
      await read(first, seconds * PART_BEFORE);
      const measured = await read(others, seconds);
      run.add({
        name: `${name}, ${all.count} products`,
        measured: rateText(medianRate([measured])),
        target: `p99 ${milliseconds(MAX_P99_MS)}`,
        isReached: measured.p99Ms <= MAX_P99_MS,
      });
    }
  },
});

async function readingsOf(run: Run, url: string, all: Browse) {
  const names = await readNames(url, all.pages);
  const pages = [
    { name: 'Home', paths: ['/'] },
    { name: 'The market', paths: ['/market'] },
    { name: 'The largest brand', paths: [`/brands/${all.facets.brand[0]?.value}`] },
  ];
  for (const { name, paths } of pages) {
    run.print(`  ${name} is made within ${milliseconds(await timeOf(`${url}${paths[0]}`))}`);
  }
  return [
    { name: 'GET /browse, three facets', paths: threeFacets(all) },
    { name: 'GET /search, as one types', paths: searchPaths(names.flatMap(beginnings)) },
    { name: 'GET /search, with a typing error', paths: searchPaths(names.flatMap(mistyped)) },
    ...pages,
  ];
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
