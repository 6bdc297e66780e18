import type { CallRequest } from '@perkex/contract/calls.js';
import type { HistoryRange, ProductBook, ProductSales } from '@perkex/contract/figures.js';
import { SALES_A_PAGE } from '@perkex/contract/figures.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findListing, type Listing } from '../books/find-listing.js';
import { readBook } from '../books/read-levels.js';
import { answerCached, type CallContent, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import { csvText } from '../csv/csv-text.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { CSV_TYPE, wantsCsv } from '../http/csv-answer.js';
import { isRefusal } from '../http/problems.js';
import { readFigures } from './read-figures.js';
import { readHistory } from './read-history.js';
import { readOddSales } from './read-odd-sales.js';
import { readSalesPage } from './read-sales.js';
import { readSoldPair } from './read-sold-pair.js';

/** The sales of 72 hours are counted from the current moment. */
const FIGURES_KEPT_MS = 5_000;

export interface SalesReplicaReads {
  readonly pool: pg.Pool;
  readonly replicaReads: ReplicaReads;
  readonly responses: ResponseCache;
  readonly clock: Clock;
}

/** The open calls about a product's sales and book: figures, history, sales and levels. */
export function salesRoutes(
  app: FastifyInstance,
  { pool, replicaReads, responses, clock }: SalesReplicaReads,
): void {
  /** Returns the producer of a response about a product or one of its sizes. */
  function makerOf<Content>(
    { id, size }: { id: number; size: string | undefined },
    make: (listing: Listing) => Promise<Content>,
  ) {
    return async () => {
      const listing = await findListing(pool, id, size || undefined);
      return isRefusal(listing) ? listing : make(listing);
    };
  }

  /** Returns the plan of a response about the sales of a range of days. */
  function planOfRange<Sales>(
    what: string,
    read: (from: pg.Pool, listing: Listing, range: HistoryRange, nowMs: number) => Promise<Sales>,
  ) {
    return ({ params, query: { size, range } }: CallRequest<'productHistory' | 'productOddSales'>) => {
      const id = Number(params.id);
      return {
        key: addressOf(id, what, { size, range }),
        isOfDay: true,
        make: makerOf({ id, size }, async (listing) =>
          jsonContent(await replicaReads.read((from) => read(from, listing, range, clock.wallMs()))),
        ),
      };
    };
  }

  answerCached(app, responses, 'productFigures', ({ params, query: { size } }) => {
    const id = Number(params.id);
    return {
      key: addressOf(id, 'figures', { size }),
      maxAgeMs: FIGURES_KEPT_MS,
      isOfDay: true,
      make: makerOf({ id, size }, async (listing) =>
        jsonContent(await replicaReads.read((from) => readFigures(from, listing, clock.wallMs()))),
      ),
    };
  });
  answerCached(app, responses, 'productHistory', planOfRange('history', readHistory));
  answerCached(app, responses, 'productOddSales', planOfRange('odd-sales', readOddSales));
  answerCached(app, responses, 'productSales', ({ params, query: { size, before, limit } }, { headers }) => {
    const id = Number(params.id);
    const count = Number(limit) || SALES_A_PAGE;
    const address = addressOf(id, 'sales', { size, before, limit: String(count) });
    const isCsv = wantsCsv(headers);
    return {
      key: isCsv ? tableKey(address) : address,
      make: makerOf({ id, size }, async (listing) => {
        const page = await replicaReads.read((from) =>
          readSalesPage(from, listing, count, before || undefined),
        );
        return isCsv
          ? salesTable(page, addressOf(id, 'sales', { size, limit, before: page.next ?? '' }))
          : { ...jsonContent(page), vary: 'accept' };
      }),
    };
  });
  answerCached(app, responses, 'soldPair', ({ params: { id, sale } }) => ({
    key: `/api/${Number(id)}/sales/${sale}`,
    async make() {
      const pair = await readSoldPair(pool, Number(id), sale);
      return pair ? jsonContent(pair) : { refused: 'not-found' };
    },
  }));
  answerCached(app, responses, 'productBook', ({ params, query: { size } }, { headers }) => {
    const id = Number(params.id);
    const address = addressOf(id, 'book', { size });
    const isCsv = wantsCsv(headers);
    return {
      key: isCsv ? tableKey(address) : address,
      make: makerOf({ id, size }, async (listing) => {
        const book = await readBook(pool, listing);
        return isCsv ? bookTable(book) : { ...jsonContent(book), vary: 'accept' };
      }),
    };
  });
}

/** The address as the pages request it, without empty parameters. */
function addressOf(id: number, what: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `/api/${id}/${what}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** A key for the table; addresses contain no spaces, so it is distinct. */
function tableKey(address: string): string {
  return `${address} as a table`;
}

function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  return { type: CSV_TYPE, text: csvText(header, rows), vary: 'accept' };
}

/** The headers link to the next page, which a table cannot contain. */
function salesTable({ sales, next }: ProductSales, nextAddress: string): CallContent<ProductSales> {
  const content = table(
    ['id', 'size', 'price', 'date'],
    sales.map(({ id, size, price, date }) => [id, size, price, date]),
  );
  return next === null ? content : { ...content, headers: { link: `<${nextAddress}>; rel="next"` } };
}

function bookTable({ asks, bids }: ProductBook): CallContent<ProductBook> {
  return table(
    ['side', 'price', 'quantity'],
    [
      ...asks.map(({ price, quantity }) => ['ask', price, quantity]),
      ...bids.map(({ price, quantity }) => ['bid', price, quantity]),
    ],
  );
}
