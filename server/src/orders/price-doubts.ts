import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { type OrderCall, sideOf } from '@perkex/core/order-book/order.js';
import { type PriceReference, priceQuestion } from '@perkex/core/panels/price-question.js';
import type pg from 'pg';
import { bool, int4, orNull, statement } from '../database/statement.js';
import type { Refusal } from '../http/problems.js';
import { newestSales } from '../sales/sale-conditions.js';
import type { BookKey } from './order-command.js';

const READ_REFERENCES = statement({
  name: 'read-price-references',
  text: `select book.lowest_ask_cents as "lowestAskCents", book.highest_bid_cents as "highestBidCents",
           (select "priceCents" from (${newestSales('size = $2', '1')}) as sale) as "ofSizeCents",
           (select "priceCents" from (${newestSales('true', '1')}) as sale) as "ofProductCents"
         from books as book where book.product_id = $1 and book.size = $2`,
  row: {
    lowestAskCents: orNull(int4),
    highestBidCents: orNull(int4),
    ofSizeCents: orNull(int4),
    ofProductCents: orNull(int4),
  },
});

const IS_JUDGED = statement({
  name: 'is-order-judged',
  text: `select true as "isJudged" from orders where user_id = $1 and product_id = $2 and order_id = any($3::uuid[])
         union all
         select true from refusals where user_id = $1 and product_id = $2 and order_id = any($3::uuid[])
         limit 1`,
  row: { isJudged: bool },
});

/** An order of a page, or its change. */
interface PagedOrder extends BookKey {
  readonly call: OrderCall;
  readonly userId: string;
  /** The client order ids of which the book has judged one if it has judged the order. */
  readonly orderIds: readonly string[];
  readonly priceCents: number;
  /** The price that the user has confirmed, in dollars; null for none. */
  readonly confirmedPrice: number | null;
}

/** Refuses an order whose price looks like a slip, unless it was confirmed; null if it may be placed. */
export type RefuseDoubtfulPrice = (order: PagedOrder) => Promise<Refusal<'price-unconfirmed'> | null>;

/**
 * Refuses prices that are much worse for their owner than the market's (orders-beyond, "Slips of the finger"), by the
 * rule of the panel. An order that was placed or refused before is left to the book: a resend gets its first answer.
 */
export function priceDoubts(pool: pg.Pool): RefuseDoubtfulPrice {
  return async ({ call, userId, orderIds, productId, size, priceCents, confirmedPrice }) => {
    const isConfirmed = confirmedPrice !== null && dollarsToCents(confirmedPrice) === priceCents;
    if (isConfirmed) {
      return null;
    }
    const reference = await findReference(pool, call, { productId, size }, priceCents);
    if (reference === null || (await IS_JUDGED.row(pool, [userId, productId, orderIds]))) {
      return null;
    }
    return { refused: 'price-unconfirmed', detail: doubtSentence(call, priceCents, size, reference) };
  };
}

/** The market price that a price is much worse than; null if there is none. */
async function findReference(
  pool: pg.Pool,
  call: OrderCall,
  { productId, size }: BookKey,
  priceCents: number,
): Promise<PriceReference | null> {
  const found = await READ_REFERENCES.row(pool, [productId, size]);
  if (!found) {
    return null; // an unknown size, which the book refuses
  }
  const { lowestAskCents, highestBidCents, ofSizeCents, ofProductCents } = found;
  const market = { lowestAskCents: lowestAskCents ?? 0, highestBidCents: highestBidCents ?? 0 };
  return priceQuestion(sideOf(call), priceCents, market, {
    ofSizeCents: ofSizeCents ?? 0,
    ofProductCents: ofProductCents ?? 0,
  });
}

const NAMES: Readonly<Record<PriceReference['of'], (size: string) => string>> = {
  'lowest-ask': () => 'the lowest ask',
  'highest-bid': () => 'the highest bid',
  'sale-of-size': (size) => `the last sale of size ${size}`,
  'sale-of-product': () => 'the last sale of another size',
};

function doubtSentence(
  call: OrderCall,
  priceCents: number,
  size: string,
  { of, priceCents: cents }: PriceReference,
) {
  const direction = sideOf(call) === 'bid' ? 'above' : 'below';
  return `${priceText(priceCents)} is 30 % or more ${direction} ${NAMES[of](size)}, ${priceText(cents)}. Nothing was placed: confirm the price first.`;
}
