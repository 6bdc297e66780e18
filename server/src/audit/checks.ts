import { tradeAmounts } from '@perkex/core/fees.js';
import { groupBy } from '@perkex/core/group-by.js';
import { isPriceCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { BookRecord, OrderRecord, ProductRecords } from './product-records.js';
import { type BookRecords, replayBook } from './replay-book.js';

/** One product and size with all its records. */
export interface AuditedBook extends BookRecords {
  readonly name: string;
  /** Null when orders, trades or cancellations name a book that does not exist. */
  readonly book: BookRecord | null;
}

/** An invariant of a book, and the function that describes each violation in a sentence. */
export interface Check {
  readonly title: string;
  /** The unit of the count of checks. */
  readonly unit: 'books' | 'orders' | 'trades';
  readonly violations: (audited: AuditedBook) => string[];
}

export const CHECKS: readonly Check[] = [
  { title: 'the highest open bid is below the lowest open ask', unit: 'books', violations: crossed },
  {
    title: 'the best price traded first, then the older order, replayed one by one',
    unit: 'orders',
    violations: replayBook,
  },
  {
    title: 'a trade has the resting order’s price, within both limits',
    unit: 'trades',
    violations: wrongTradePrices,
  },
  {
    title: 'an order trades at most once, one ask with one bid of its book, as both orders tell',
    unit: 'trades',
    violations: wrongTradePartners,
  },
  {
    title: 'open, traded and cancelled orders are what trades and cancellations say',
    unit: 'orders',
    violations: wrongStatuses,
  },
  { title: 'an order remembers the answer that it got', unit: 'orders', violations: wrongAnswers },
  { title: 'buyer and seller differ', unit: 'trades', violations: selfTrades },
  { title: 'an order trades before its lifetime ends', unit: 'trades', violations: lateTrades },
  {
    title: 'accepted orders are open, traded or cancelled; traded ones are two a trade',
    unit: 'books',
    violations: wrongCounts,
  },
  { title: 'the numbers of a book have no gaps', unit: 'books', violations: gaps },
  {
    title: 'money is whole dollars a price, and to the cent what the trade froze',
    unit: 'trades',
    violations: wrongAmounts,
  },
  { title: 'a book’s summary is what its orders and trades say', unit: 'books', violations: wrongSummary },
];

/** The books of a product, including any that only its orders, trades or cancellations name. */
export function auditedBooks(records: ProductRecords): AuditedBook[] {
  const books = new Map(records.books.map((book) => [book.size, book]));
  const orders = groupBy(records.orders, bySize);
  const trades = groupBy(records.trades, bySize);
  const cancellations = groupBy(records.cancellations, bySize);
  const sizes = new Set([...books.keys(), ...orders.keys(), ...trades.keys(), ...cancellations.keys()]);
  return [...sizes].map((size) => ({
    name: `product ${records.productId}, size ${size}`,
    book: books.get(size) ?? null,
    orders: orders.get(size) ?? [],
    trades: trades.get(size) ?? [],
    cancellations: cancellations.get(size) ?? [],
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
  return ask !== null && bid !== null && bid >= ask ? [`bid ${bid} crosses ask ${ask}`] : [];
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

function wrongTradePartners({ orders, trades }: AuditedBook): string[] {
  const bySeq = new Map(orders.map((order) => [order.seq, order]));
  const seen = new Set<number>();
  const arrived = orders.filter(({ seq, closedSeq }) => closedSeq === seq).length;
  const missing =
    arrived === trades.length ? [] : [`${arrived} orders traded at once, ${trades.length} trades`];
  const wrong = trades.flatMap(({ seq, askSeq, bidSeq, sellerId, buyerId }) => {
    const ask = bySeq.get(askSeq);
    const bid = bySeq.get(bidSeq);
    const isAgain = seen.has(askSeq) || seen.has(bidSeq);
    seen.add(askSeq).add(bidSeq);
    const isRight =
      ask?.side === 'ask' && ask.userId === sellerId && bid?.side === 'bid' && bid.userId === buyerId;
    const isAsHappened = [Math.max(askSeq, bidSeq), ask?.closedSeq, bid?.closedSeq].every((at) => at === seq);
    return isRight && isAsHappened && !isAgain ? [] : [`trade ${seq} of orders ${askSeq} and ${bidSeq}`];
  });
  return [...missing, ...wrong];
}

function wrongStatuses({ orders, trades, cancellations }: AuditedBook): string[] {
  const ends = [
    ...trades.flatMap(({ seq, askSeq, bidSeq }) =>
      [askSeq, bidSeq].map((order) => ({ order, status: 'traded', seq })),
    ),
    ...cancellations.map(({ seq, orderSeq }) => ({ order: orderSeq, status: 'cancelled', seq })),
  ];
  const endOf = new Map(ends.map((end) => [end.order, end]));
  const twice = ends.filter((end) => endOf.get(end.order) !== end);
  const wrong = orders.filter(({ seq, status, closedSeq }) => {
    const end = endOf.get(seq);
    return status !== (end?.status ?? 'open') || closedSeq !== (end?.seq ?? null);
  });
  return [
    ...twice.map(({ order }) => `order ${order} ended twice`),
    ...wrong.map(({ seq, status }) => `order ${seq} is ${status}`),
  ];
}

function wrongAnswers({ orders, trades }: AuditedBook): string[] {
  const centsOf = new Map(trades.map(({ seq, priceCents }) => [seq, priceCents]));
  return orders
    .filter(({ seq, tradedPriceCents }) => tradedPriceCents !== (centsOf.get(seq) ?? null))
    .map(({ seq, tradedPriceCents }) => `order ${seq} was ${answered(tradedPriceCents)}`);
}

function answered(tradedPriceCents: number | null): string {
  return tradedPriceCents === null ? 'answered that it rests' : `answered a trade at ${tradedPriceCents}`;
}

function selfTrades({ trades }: AuditedBook): string[] {
  return trades.filter(({ sellerId, buyerId }) => sellerId === buyerId).map(({ seq }) => `trade ${seq}`);
}

function lateTrades({ orders, trades }: AuditedBook): string[] {
  const expiryOf = new Map(orders.map(({ seq, expiresAt }) => [seq, expiresAt]));
  return trades
    .filter(({ askSeq, bidSeq, tradedAt }) => {
      const expiresAt = expiryOf.get(Math.min(askSeq, bidSeq)) ?? null;
      return expiresAt !== null && tradedAt >= expiresAt;
    })
    .map(({ seq }) => `trade ${seq}`);
}

function wrongCounts({ book, orders, trades, cancellations }: AuditedBook): string[] {
  const count = (status: string) => orders.filter((order) => order.status === status).length;
  const isRight =
    book !== null &&
    book.seq === orders.length + cancellations.length &&
    count('open') + count('traded') + count('cancelled') === orders.length &&
    count('cancelled') === cancellations.length &&
    count('traded') === 2 * trades.length;
  return isRight
    ? []
    : [`${orders.length} orders, ${cancellations.length} cancellations, ${trades.length} trades`];
}

function gaps({ book, orders, cancellations }: AuditedBook): string[] {
  const seqs = [...orders, ...cancellations].map(({ seq }) => seq).sort((a, b) => a - b);
  const missing = seqs.findIndex((seq, index) => seq !== index + 1);
  if (missing >= 0) {
    return [`${missing + 1} is missing`];
  }
  return book && book.seq !== seqs.length ? [`seq is ${book.seq} after ${seqs.length} commands`] : [];
}

function wrongAmounts({ orders, trades }: AuditedBook): string[] {
  const wrongOrders = orders
    .filter(({ priceCents }) => !isPriceCents(priceCents))
    .map(({ seq, priceCents }) => `order ${seq} at ${priceCents} cents`);
  const wrongTrades = trades
    .filter(({ priceCents, sellerTotalCents, buyerTotalCents, platformCents, transactionFeePerMille }) => {
      const right = tradeAmounts(priceCents, { transactionFeePerMille });
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
  const expected: Partial<BookRecord> = {
    lowestAskCents: lowest(asks),
    highestBidCents: highest(bids),
    openAsks: asks.length,
    openBids: bids.length,
    trades: trades.length,
  };
  return (Object.keys(expected) as (keyof BookRecord)[])
    .filter((field) => expected[field] !== book[field])
    .map((field) => `${field} is ${book[field]}, should be ${expected[field]}`);
}
