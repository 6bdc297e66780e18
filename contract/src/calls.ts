import * as z from 'zod/mini';
import type { CallName } from './call-addresses.js';
import { CALLS_OF_COLLECTION } from './calls-of-collection.js';
import { CALLS_OF_DEALS } from './calls-of-deals.js';
import { CALLS_OF_DESK } from './calls-of-desk.js';
import { CALLS_OF_FINDING } from './calls-of-finding.js';
import { CALLS_OF_KEYS } from './calls-of-keys.js';
import { CALLS_OF_LIVE } from './calls-of-live.js';
import { CALLS_OF_MARKET } from './calls-of-market.js';
import { CALLS_OF_NOTIFICATIONS } from './calls-of-notifications.js';
import { CALLS_OF_ORDERS } from './calls-of-orders.js';
import { CALLS_OF_PAGES } from './calls-of-pages.js';
import { CALLS_OF_PAYMENTS } from './calls-of-payments.js';
import { CALLS_OF_WATCHING } from './calls-of-watching.js';
import { CALLS_OF_WEBHOOKS } from './calls-of-webhooks.js';
import {
  productBookSchema,
  productFiguresSchema,
  productHistoryQuerySchema,
  productHistorySchema,
  productOddSalesSchema,
  productSalesQuerySchema,
  productSalesSchema,
  sizeQuerySchema,
} from './figures.js';
import { healthSchema } from './health.js';
import {
  marketIndexQuerySchema,
  marketIndexSchema,
  marketQuerySchema,
  marketSchema,
  tradeFeedQuerySchema,
  tradeFeedSchema,
} from './market.js';
import type { COMMON_PROBLEMS, ProblemCode } from './problems.js';
import {
  cardsQuerySchema,
  highestBidSchema,
  pricesQuerySchema,
  pricesSchema,
  productCardSchema,
  productDetailSchema,
  productParamsSchema,
  productQuerySchema,
  productSummarySchema,
} from './products.js';
import { sellerLevelSchema } from './seller-level.js';
import { sentenceSchema } from './sentence.js';
import { sizePreferenceBodySchema, sizePreferenceSchema } from './size-preference.js';
import {
  createUserDataBodySchema,
  historyQuerySchema,
  historySchema,
  paymentBodySchema,
  payoutBodySchema,
  shippingBodySchema,
  uidParamsSchema,
  userDataSchema,
} from './user-data.js';
import { userExportSchema } from './user-export.js';

/** The inputs, the answer and the refusals of a call. */
export interface CallDescription {
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** JSON, or with `sentenceSchema` a text for the toast. */
  readonly answer: z.ZodMiniType;
  /** Describes the answer, unless it is a sentence. */
  readonly answers?: string;
  /** True if clients that accept `text/csv` get the answer as a table. */
  readonly hasCsv?: boolean;
  /** True if clients that accept `text/event-stream` get the answer as a stream. */
  readonly hasStream?: boolean;
  /** True if the answer is a stream of such values, as events or as lines. */
  readonly hasLines?: boolean;
  /** The refusals specific to this call, in addition to those of every call. */
  readonly problems: readonly ProblemCode[];
}

const productCall = {
  tag: 'products',
  params: productParamsSchema,
  problems: ['unknown-product', 'unknown-size'],
} as const;

/**
 * Every call of the market, by the names of `CALL_ADDRESSES`. The server's routes and their documentation follow from
 * it.
 */
export const CALLS = {
  products: {
    tag: 'products',
    summary: 'All products, or the one with this name, with the best ask and bid of each size',
    answers:
      'Every product, in the order of the ids, or the one with the name; an empty array if no product has it. A list has at most 10,000 products; the header link leads to the next ones',
    query: productQuerySchema,
    answer: z.array(productCardSchema),
    problems: [],
  },
  product: {
    tag: 'products',
    summary: 'One product with its books and sales, in an array',
    answers:
      'An array of one: the product, with the best 50 open orders of each side and size, best first, and its newest 200 sales, oldest first',
    params: productParamsSchema,
    answer: z.array(productDetailSchema),
    problems: ['unknown-product'],
  },
  productHistory: {
    ...productCall,
    summary: 'The sales of a product by day, week or month',
    answers: 'A bucket for each day, week or month with sales, oldest first',
    query: productHistoryQuerySchema,
    answer: productHistorySchema,
  },
  productOddSales: {
    ...productCall,
    summary: 'The newest sales of a product that count for no figure',
    answers: 'The newest 50 sales of the range that count for no figure, newest first',
    query: productHistoryQuerySchema,
    answer: productOddSalesSchema,
  },
  productSales: {
    ...productCall,
    summary: 'All sales of a product, newest first, page by page',
    answers: 'A page of sales, newest first',
    query: productSalesQuerySchema,
    answer: productSalesSchema,
    hasCsv: true,
  },
  productBook: {
    ...productCall,
    summary: 'The open orders of a product by price level, best first',
    answers: 'The price levels of each side, best first',
    query: sizeQuerySchema,
    answer: productBookSchema,
    hasCsv: true,
  },
  productFigures: {
    ...productCall,
    summary: 'What the sales of a product and its book say',
    answers: 'The figures; null where there is nothing to calculate one from',
    query: sizeQuerySchema,
    answer: productFiguresSchema,
  },
  prices: {
    tag: 'products',
    summary: 'Lowest ask and highest bid by product name',
    answers: 'The lowest ask, then the highest bid, in whole dollars; 0 for none',
    query: pricesQuerySchema,
    answer: pricesSchema,
    problems: ['unknown-product', 'unknown-size'],
  },
  trending: {
    tag: 'products',
    summary: 'The products that sold most in the last 30 days, first, with lowest ask and last sale of each',
    answers: 'Up to 12 product cards',
    answer: z.array(productSummarySchema),
    problems: [],
  },
  cards: {
    tag: 'products',
    summary: 'The lowest ask and the last sale of some products, in the order in which they are named',
    answers: 'The product cards in the order of the ids; ids without a product are left out',
    query: cardsQuerySchema,
    answer: z.array(productSummarySchema),
    problems: [],
  },
  highestBids: {
    tag: 'products',
    summary: 'The highest bids of some products, in the order in which they are named',
    answers:
      'The highest bid of each product in the order of the ids, 0 for none; ids without a product are left out',
    query: cardsQuerySchema,
    answer: z.array(highestBidSchema),
    problems: [],
  },
  ...CALLS_OF_FINDING,
  ...CALLS_OF_PAGES,
  ...CALLS_OF_PAYMENTS,
  ...CALLS_OF_DEALS,
  ...CALLS_OF_DESK,
  ...CALLS_OF_WATCHING,
  ...CALLS_OF_COLLECTION,
  ...CALLS_OF_KEYS,
  ...CALLS_OF_WEBHOOKS,
  ...CALLS_OF_LIVE,
  market: {
    tag: 'market',
    summary: 'The products that sold most and moved most, with the largest premium and the narrowest spread',
    answers: 'Five lists of up to ten products, the first one leading its list',
    query: marketQuerySchema,
    answer: marketSchema,
    problems: [],
  },
  tape: {
    tag: 'market',
    summary: 'The sales of all products, newest first, page by page, until 5,000 products have sold since',
    answers: 'A page of sales of all products, newest first',
    query: tradeFeedQuerySchema,
    answer: tradeFeedSchema,
    problems: [],
  },
  marketIndex: {
    tag: 'market',
    summary: 'The index of the 50 products with the most turnover, PX50',
    answers: 'The value of the index, its change, and its points in the range, oldest first',
    query: marketIndexQuerySchema,
    answer: marketIndexSchema,
    problems: [],
  },
  health: {
    tag: 'health',
    summary: 'Whether the server and its database answer',
    answers: '`ok`; or, with status 503, `unavailable`',
    answer: healthSchema,
    problems: [],
  },
  userData: {
    tag: 'accounts',
    summary: 'Orders, trades and settings of the session’s user',
    answers:
      'All open orders, the newest 500 sales and purchases, shipping, payout and payment; each list begins with a blank row',
    params: uidParamsSchema,
    answer: userDataSchema,
    problems: [],
  },
  sellerLevel: {
    tag: 'accounts',
    summary: 'The level of the session’s user as a seller, with its fee, and the next one',
    answers: 'The level, the paid sales of this quarter, and the next level',
    answer: sellerLevelSchema,
    problems: [],
  },
  history: {
    tag: 'accounts',
    summary: 'Past sales or purchases of the session’s user, newest first, page by page',
    answers: 'A page of trades, newest first',
    query: historyQuerySchema,
    answer: historySchema,
    problems: ['unknown-order', 'ambiguous-order'],
  },
  exportUserData: {
    tag: 'accounts',
    summary: 'Export all data of the session’s user',
    answers: 'Everything that PerkeX keeps of the user, as the file perkex-export.json',
    answer: userExportSchema,
    problems: [],
  },
  createUserData: {
    tag: 'accounts',
    summary: 'Create the user’s data. Idempotent',
    body: createUserDataBodySchema,
    answer: sentenceSchema,
    problems: [],
  },
  shipping: {
    tag: 'accounts',
    summary: 'Set the shipping address',
    body: shippingBodySchema,
    answer: sentenceSchema,
    problems: ['shipping-changed'],
  },
  payout: {
    tag: 'accounts',
    summary: 'Set how to be paid',
    body: payoutBodySchema,
    answer: sentenceSchema,
    problems: ['proof-needed'],
  },
  payment: {
    tag: 'accounts',
    summary: 'Set how to pay',
    body: paymentBodySchema,
    answer: sentenceSchema,
    problems: [],
  },
  sizePreference: {
    tag: 'accounts',
    summary: 'In which system the session’s user reads sizes, and the US size that they wear',
    answers: 'The size system and the size; null until the user has chosen them',
    answer: sizePreferenceSchema,
    problems: [],
  },
  saveSizePreference: {
    tag: 'accounts',
    summary: 'Set the system in which you read sizes, and your size',
    body: sizePreferenceBodySchema,
    answer: sentenceSchema,
    problems: [],
  },
  ...CALLS_OF_MARKET,
  ...CALLS_OF_NOTIFICATIONS,
  ...CALLS_OF_ORDERS,
} as const satisfies Record<CallName, CallDescription>;

type Calls = typeof CALLS;

/** The parts of a request that a call takes, as sent (`input`) and as parsed by its schemas (`output`). */
export type CallInput<Name extends CallName> = Parts<Calls[Name], 'input'>;
export type CallRequest<Name extends CallName> = Parts<Calls[Name], 'output'>;

type Parts<Call, Way extends 'input' | 'output'> = {
  readonly [Part in keyof Call & ('params' | 'query' | 'body')]: Way extends 'input'
    ? z.input<Call[Part]>
    : z.output<Call[Part]>;
};

export type CallAnswer<Name extends CallName> = z.output<Calls[Name]['answer']>;

export type CallProblem<Name extends CallName> =
  | Calls[Name]['problems'][number]
  | (typeof COMMON_PROBLEMS)[number];
