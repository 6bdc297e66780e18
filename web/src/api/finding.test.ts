import { filtersFrom } from '@perkex/core/finding/filters.js';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { browseQuery, readPricesAgain } from './finding.js';

const FILTERS = filtersFrom(new URLSearchParams('size=10'));
const { queryKey } = browseQuery(FILTERS);

/** The products of each page on the server: their ids and lowest asks. */
type Market = Record<number, readonly (readonly [id: number, lowestAsk: number])[]>;

const productOf = ([id, lowestAsk]: readonly [number, number]) => ({ id, name: `Runner ${id}`, lowestAsk });

function serve(market: Market, onRead = () => {}): void {
  vi.stubGlobal('fetch', async (address: string) => {
    onRead();
    const page = Number(new URL(address, 'http://market').searchParams.get('page') ?? 1);
    return Response.json({ page, pages: 2, products: (market[page] ?? []).map(productOf) });
  });
}

/** A client that shows these pages. */
function showing(...pages: Market[number][]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(queryKey, {
    pages: pages.map((products, index) => ({ page: index + 1, pages: 2, products: products.map(productOf) })),
    pageParams: pages.map((_, index) => index + 1),
  } as never);
  return client;
}

const askOf = (client: QueryClient, id: number) =>
  client
    .getQueryData(queryKey)
    ?.pages.flatMap(({ products }) => products)
    .find((product) => product.id === id)?.lowestAsk;

/** Resolves after everything that was waiting in this turn of the event loop. */
const settled = () => new Promise((done) => setTimeout(done));

it('new prices reach the cards, and no card moves', async () => {
  serve({
    1: [
      [2, 220],
      [1, 240],
    ],
  });
  const client = showing([
    [1, 200],
    [2, 210],
  ]);
  await readPricesAgain(client, FILTERS, 1, [1]);
  expect(client.getQueryData(queryKey)?.pages[0]?.products).toEqual([
    productOf([1, 240]),
    productOf([2, 220]),
  ]);
});

it('the list is read again when a changed product no longer matches, so that its old price does not stay', async () => {
  serve({ 1: [[2, 210]] });
  const client = showing([
    [1, 200],
    [2, 210],
  ]);
  const stop = new InfiniteQueryObserver(client, browseQuery(FILTERS)).subscribe(() => {});
  await readPricesAgain(client, FILTERS, 1, [1]);
  expect(client.getQueryData(queryKey)?.pages[0]?.products).toEqual([productOf([2, 210])]);
  stop();
});

it('a page that loads during a price update does not restore old prices', async () => {
  const client = showing([[1, 200]]);
  let arrive = () => {};
  const query = client.getQueryCache().find({ queryKey });
  const before = client.getQueryData(queryKey);
  const loading = query?.fetch({
    queryKey,
    queryFn: () =>
      new Promise((resolve) => {
        arrive = () => resolve(before as never);
      }),
  });
  let isRead = false;
  serve({ 1: [[1, 240]] }, () => {
    isRead = true;
  });
  const updating = readPricesAgain(client, FILTERS, 1, [1]);
  await vi.waitFor(() => expect(isRead).toBe(true), 60_000);
  const isPending = await Promise.race([updating.then(() => false), settled().then(() => true)]);
  expect(isPending).toBe(true);
  arrive();
  await Promise.all([loading, updating]);
  expect(askOf(client, 1)).toBe(240);
});
