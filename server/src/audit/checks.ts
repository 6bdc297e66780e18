import { tradeAmounts } from '@perkex/core/fees.js';
import { groupBy } from '@perkex/core/group-by.js';
import { isPriceCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { BookRecord, EventRecord, OrderRecord, ProductRecords, TradeRecord } from './product-records.js';
import { replayBook } from './replay-book.js';

/** One product and size with everything that happened in it. */
export interface AuditedBook {
  readonly name: string;
  /** Null when orders, trades or events name a book that does not exist. */
  readonly book: BookRecord | null;
  readonly orders: OrderRecord[];
  readonly trades: TradeRecord[];
  readonly events: EventRecord[];
}

/** What must always be true of a book, and how to find where it is not: a sentence for each violation. */
export interface Check {
  readonly title: string;
  /** What is counted as checked. */
  readonly unit: 'books' | 'orders' | 'trades' | 'events';
  readonly violations: (audited: AuditedBook) => string[];
}

export const CHECKS: readonly Check[] = [
  { title: 'the highest open bid is below the lowest open ask', unit: 'books', violations: crossed },
  {
    title: 'the best price traded first, then the older order, replayed event by event',
    unit: 'events',
    violations: ({ orders, events }) => replayBook(orders, events),
  },
  {
    title: 'a trade has the resting order’s price, within both limits',
    unit: 'trades',
    violations: wrongTradePrices,
  },
  {
    title: 'an order trades at most once, one ask with one bid of its book, as its event tells',
    unit: 'trades',
    violations: wrongTradePartners,
  },
  {
    title: 'open, traded and cancelled orders are what their events say',
    unit: 'orders',
    violations: wrongStatuses,
  },
  { title: 'every order has its one answer, with its own body', unit: 'orders', violations: wrongAnswers },
  { title: 'buyer and seller differ', unit: 'trades', violations: selfTrades },
  {
    title: 'accepted orders are open, traded or cancelled; traded ones are two a trade',
    unit: 'books',
    violations: wrongCounts,
  },
  { title: 'the events of a book have no gaps', unit: 'events', violations: gaps },
  {
    title: 'money is whole dollars a price, and to the cent what the trade froze',
    unit: 'trades',
    violations: wrongAmounts,
  },
  { title: 'a book’s summary is what its orders and trades say', unit: 'books', violations: wrongSummary },
];

/** The books of a product, and any that only its orders, trades or events name. */
export function auditedBooks(records: ProductRecords): AuditedBook[] {
  const books = new Map(records.books.map((book) => [book.size, book]));
  const orders = groupBy(records.orders, bySize);
  const trades = groupBy(records.trades, bySize);
  const events = groupBy(records.events, bySize);
  const sizes = new Set([...books.keys(), ...orders.keys(), ...trades.keys(), ...events.keys()]);
  return [...sizes].map((size) => ({
    name: `product ${records.productId}, size ${size}`,
    book: books.get(size) ?? null,
    orders: orders.get(size) ?? [],
    trades: trades.get(size) ?? [],
    events: events.get(size) ?? [],
  }));
}

function bySize({ size }: { readonly size: string }): string {
  return size;
}

function openOf(orders: readonly OrderRecord[], side: Side): number[] {
  return orders
    .filter((order) => order.status === 'open' && order.side === side)
    .map(({ priceCents }) => priceCents);
}

function lowest(cents: readonly number[]): number | null {
  return cents.reduce<number | null>((best, price) => (best === null || price < best ? price : best), null);
}

function highest(cents: readonly number[]): number | null {
  return cents.reduce<number | null>((best, price) => (best === null || price > best ? price : best), null);
}

function crossed({ orders }: AuditedBook): string[] {
  const ask = lowest(openOf(orders, 'ask'));
  const bid = highest(openOf(orders, 'bid'));
  return ask !== null && bid !== null && bid >= ask ? [`bid ${bid} meets ask ${ask}`] : [];
}

function wrongTradePrices({ orders, trades }: AuditedBook): string[] {
  const bySeq = new Map(orders.map((order) => [order.seq, order]));
  return trades.flatMap(({ seq, askSeq, bidSeq, priceCents }) => {
    const ask = bySeq.get(askSeq);
    const bid = bySeq.get(bidSeq);
    const resting = bySeq.get(Math.min(askSeq, bidSeq));
    const isRight =
      ask &&
      bid &&
      resting?.priceCents === priceCents &&
      ask.priceCents <= priceCents &&
      bid.priceCents >= priceCents;
    return isRight ? [] : [`trade ${seq} at ${priceCents}`];
  });
}

function wrongTradePartners({ orders, trades, events }: AuditedBook): string[] {
  const bySeq = new Map(orders.map((order) => [order.seq, order]));
  const metIn = new Map(
    events.filter(({ kind }) => kind === 'traded').map(({ seq, orderSeq }) => [seq, orderSeq]),
  );
  const seen = new Set<number>();
  const untold = metIn.size === trades.length ? [] : [`${metIn.size} events of ${trades.length} trades`];
  const wrong = trades.flatMap(({ seq, askSeq, bidSeq, sellerId, buyerId }) => {
    const ask = bySeq.get(askSeq);
    const bid = bySeq.get(bidSeq);
    const isAgain = seen.has(askSeq) || seen.has(bidSeq);
    seen.add(askSeq).add(bidSeq);
    const isRight =
      ask?.side === 'ask' && ask.userId === sellerId && bid?.side === 'bid' && bid.userId === buyerId;
    const isAsHappened = seq === Math.max(askSeq, bidSeq) && metIn.get(seq) === Math.min(askSeq, bidSeq);
    return isRight && isAsHappened && !isAgain ? [] : [`trade ${seq} of orders ${askSeq} and ${bidSeq}`];
  });
  return [...untold, ...wrong];
}

function wrongStatuses({ orders, events }: AuditedBook): string[] {
  const ended = new Map<number, { kind: string; seq: number }>();
  const twice: string[] = [];
  for (const { kind, seq, orderSeq } of events) {
    for (const order of kind === 'traded' ? [orderSeq, seq] : kind === 'cancelled' ? [orderSeq] : []) {
      if (ended.has(order)) {
        twice.push(`order ${order} ended twice`);
      }
      ended.set(order, { kind, seq });
    }
  }
  const wrong = orders.filter(({ seq, status, closedSeq }) => {
    const end = ended.get(seq);
    return status !== (end?.kind ?? 'open') || closedSeq !== (end?.seq ?? null);
  });
  return [...twice, ...wrong.map(({ seq, status }) => `order ${seq} is ${status}`)];
}

function wrongAnswers({ orders, trades }: AuditedBook): string[] {
  const tradeOf = new Map(trades.map((trade) => [trade.seq, trade.priceCents]));
  return orders
    .filter(
      ({ seq, call, priceCents, answer }) =>
        answer?.call !== call ||
        answer.priceCents !== priceCents ||
        answer.tradedPriceCents !== (tradeOf.get(seq) ?? null),
    )
    .map(({ seq }) => `order ${seq}`);
}

function selfTrades({ trades }: AuditedBook): string[] {
  return trades.filter(({ sellerId, buyerId }) => sellerId === buyerId).map(({ seq }) => `trade ${seq}`);
}

function wrongCounts({ book, orders, trades, events }: AuditedBook): string[] {
  const count = (status: string) => orders.filter((order) => order.status === status).length;
  const accepted = events.filter(({ kind }) => kind !== 'cancelled').length;
  const cancelled = events.length - accepted;
  const isRight =
    book !== null &&
    accepted === orders.length &&
    count('open') + count('traded') + count('cancelled') === orders.length &&
    count('cancelled') === cancelled &&
    count('traded') === 2 * trades.length;
  return isRight ? [] : [`${orders.length} orders, ${events.length} events, ${trades.length} trades`];
}

function gaps({ book, events }: AuditedBook): string[] {
  const missing = events.findIndex(({ seq }, index) => seq !== index + 1);
  if (missing >= 0) {
    return [`event ${missing + 1} is missing`];
  }
  return book && book.seq !== events.length ? [`seq is ${book.seq} after ${events.length} events`] : [];
}

function wrongAmounts({ orders, trades }: AuditedBook): string[] {
  const wrongOrders = orders
    .filter(({ priceCents }) => !isPriceCents(priceCents))
    .map(({ seq, priceCents }) => `order ${seq} at ${priceCents} cents`);
  const wrongTrades = trades
    .filter(({ priceCents, sellerTotalCents, buyerTotalCents, platformCents }) => {
      const right = tradeAmounts(priceCents);
      return (
        sellerTotalCents !== right.sellerTotalCents ||
        buyerTotalCents !== right.buyerTotalCents ||
        platformCents !== right.platformCents ||
        buyerTotalCents !== sellerTotalCents + platformCents
      );
    })
    .map(({ seq }) => `trade ${seq}`);
  return [...wrongOrders, ...wrongTrades];
}

function wrongSummary({ book, orders, trades }: AuditedBook): string[] {
  if (!book) {
    return ['the book itself is missing'];
  }
  const asks = openOf(orders, 'ask');
  const bids = openOf(orders, 'bid');
  const told: Partial<BookRecord> = {
    lowestAskCents: lowest(asks),
    highestBidCents: highest(bids),
    openAsks: asks.length,
    openBids: bids.length,
    trades: trades.length,
    lastTradeCents: trades.at(-1)?.priceCents ?? null,
  };
  return (Object.keys(told) as (keyof BookRecord)[])
    .filter((field) => told[field] !== book[field])
    .map((field) => `${field} is ${book[field]}, should be ${told[field]}`);
}
