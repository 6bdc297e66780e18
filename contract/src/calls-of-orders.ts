import { CANCELLATION_REFUSALS, ORDER_REFUSALS } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { orderBatchBodySchema, orderBatchSchema } from './order-batch.js';
import { orderPairsBodySchema, orderPairsSchema } from './order-pairs.js';
import {
  anySizeBidBodySchema,
  askBodySchema,
  cancellationBodySchema,
  orderBodySchema,
  orderChangeBodySchema,
  restingOrderBodySchema,
  sellBodySchema,
} from './orders.js';
import { priceRulesBodySchema, priceRulesSchema } from './price-rules.js';
import { queuePlaceSchema, queuePlacesQuerySchema } from './queue-places.js';
import { sentenceSchema } from './sentence.js';
import { vacationBodySchema, vacationSchema } from './vacation.js';

const placing = {
  tag: 'orders',
  body: orderBodySchema,
  answer: sentenceSchema,
  problems: [
    'unknown-product',
    'not-trading-yet',
    'unknown-size',
    'invalid-price',
    'price-unconfirmed',
    'email-unproved',
    'outcome-unknown',
    'invalid-key',
    'key-limit',
    ...ORDER_REFUSALS,
  ],
} as const;

const cancelling = {
  tag: 'orders',
  body: cancellationBodySchema,
  answer: sentenceSchema,
  problems: [
    ...CANCELLATION_REFUSALS,
    'ambiguous-order',
    'unknown-size',
    'outcome-unknown',
    'invalid-key',
    'key-limit',
  ],
} as const;

/** The calls of section 7 that place and cancel orders, as parts of `CALLS`. */
export const CALLS_OF_ORDERS = {
  ask: {
    ...placing,
    body: askBodySchema,
    summary: 'Place an ask; it trades at once with a bid that is as high',
  },
  bid: {
    ...placing,
    body: restingOrderBodySchema,
    summary: 'Place a bid; it trades at once with an ask that is as low',
  },
  sell: {
    ...placing,
    body: sellBodySchema,
    summary: 'Sell now, at the highest bid that is not below the price',
  },
  buy: { ...placing, summary: 'Buy now, at the lowest ask that is not above the price' },
  bidAnySize: {
    ...placing,
    body: anySizeBidBodySchema,
    summary: 'Bid for any of several sizes of a product; the first that trades removes the others',
  },
  changeOrder: {
    ...placing,
    body: orderChangeBodySchema,
    problems: [...placing.problems, 'ambiguous-order'],
    summary: 'Change the price of one of your open orders, when it expires, or whether it is listed again',
  },
  queuePlaces: {
    tag: 'orders',
    summary: 'The places of your open orders in their queues',
    answers: 'The place of each order that is open, in any order',
    query: queuePlacesQuerySchema,
    answer: z.array(queuePlaceSchema),
    problems: [],
  },
  deleteAsk: { ...cancelling, summary: 'Remove one of your open asks' },
  deleteBid: { ...cancelling, summary: 'Remove one of your open bids' },
  orderBatch: {
    tag: 'orders',
    summary: 'Place, change and remove up to 500 orders, with an answer each',
    body: orderBatchBodySchema,
    answer: orderBatchSchema,
    answers: 'One answer per command, in order: the sentence or the problem of the single call',
    problems: [],
  },
  vacation: {
    tag: 'orders',
    summary: 'Read whether your asks are paused, and what has come back',
    answer: vacationSchema,
    answers: 'The state of your asks',
    problems: [],
  },
  takeVacation: {
    tag: 'orders',
    summary: 'Pause all your asks, bring them back, or forget what has come back',
    body: vacationBodySchema,
    answer: vacationSchema,
    answers: 'The state of your asks; the work goes on after this answer',
    problems: ['email-unproved'],
  },
  priceRules: {
    tag: 'orders',
    summary: 'List the rules that keep your asks the lowest',
    answer: priceRulesSchema,
    answers: 'The rule of each open ask that has one, and what it does now',
    problems: [],
  },
  setPriceRules: {
    tag: 'orders',
    summary: 'Keep up to 500 of your asks the lowest, each down to a floor, or end that',
    body: priceRulesBodySchema,
    answer: orderBatchSchema,
    answers: 'One answer per rule, in order: a sentence or a problem',
    problems: [],
  },
  orderPairs: {
    tag: 'orders',
    summary: 'Look up the products, sizes and best prices of up to 500 pairs',
    body: orderPairsBodySchema,
    answer: orderPairsSchema,
    answers: 'One result per pair, in order',
    problems: [],
  },
} as const;
