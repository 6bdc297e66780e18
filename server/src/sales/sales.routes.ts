import { SALES_A_PAGE } from '@perkex/contract/figures.js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { csvText } from '../csv/csv-text.js';
import type { Readings } from '../database/readings.js';
import { answerCall } from '../http/calls.js';
import { sendCsv, wantsCsv } from '../http/csv-answer.js';
import { isRefusal } from '../http/problems.js';
import { findListing } from './find-listing.js';
import { FreshDays } from './history-keeper.js';
import { readFigures } from './read-figures.js';
import { readHistory } from './read-history.js';
import { readBook } from './read-levels.js';
import { readSalesPage } from './read-sales.js';

/** What the sales and the book of a product say, for everybody: its figures, history, sales and levels. */
export function salesRoutes(app: FastifyInstance, pool: pg.Pool, readings: Readings): void {
  const days = new FreshDays(pool);
  answerCall(app, 'productFigures', async ({ params, query }) => {
    const listing = await findListing(pool, params.id, query.size);
    if (isRefusal(listing)) {
      return listing;
    }
    await days.refresh();
    return readings.read((from) => readFigures(from, listing, Date.now()));
  });
  answerCall(app, 'productHistory', async ({ params, query }) => {
    const listing = await findListing(pool, params.id, query.size);
    if (isRefusal(listing)) {
      return listing;
    }
    await days.refresh();
    return readings.read((from) => readHistory(from, listing, query.range, Date.now()));
  });
  answerCall(app, 'productSales', async ({ params, query }, request, reply) => {
    const listing = await findListing(pool, params.id, query.size);
    if (isRefusal(listing)) {
      return listing;
    }
    const limit = query.limit ? Number(query.limit) : SALES_A_PAGE;
    const page = await readings.read((from) =>
      readSalesPage(from, listing, limit, query.before || undefined),
    );
    reply.header('vary', 'accept');
    if (!wantsCsv(request)) {
      return page;
    }
    linkNext(reply, request.url, page.next);
    const rows = page.sales.map(({ id, size, price, date }) => [id, size, price, date]);
    return sendCsv(reply, csvText(['id', 'size', 'price', 'date'], rows));
  });
  answerCall(app, 'productBook', async ({ params, query }, request, reply) => {
    const listing = await findListing(pool, params.id, query.size);
    if (isRefusal(listing)) {
      return listing;
    }
    const book = await readBook(pool, listing);
    reply.header('vary', 'accept');
    if (!wantsCsv(request)) {
      return book;
    }
    const rows = [
      ...book.asks.map(({ price, quantity }) => ['ask', price, quantity]),
      ...book.bids.map(({ price, quantity }) => ['bid', price, quantity]),
    ];
    return sendCsv(reply, csvText(['side', 'price', 'quantity'], rows));
  });
}

/** Tells where the next page of a table is, which has no place for it. */
function linkNext(reply: FastifyReply, url: string, next: string | null): void {
  if (next !== null) {
    const address = new URL(url, 'http://localhost');
    address.searchParams.set('before', next);
    reply.header('link', `<${address.pathname}${address.search}>; rel="next"`);
  }
}
