import type { ProviderName } from '@perkex/contract/payment-setup.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { OrderName } from '../books/named-order.js';
import { productFinder, productsFinder } from '../catalogue/find-product.js';
import type { Clock } from '../clock/clock.js';
import { KeysOfOrders } from '../keys/keys-of-orders.js';
import { changedOrderId } from './change-order.js';
import { orderFinder, ordersFinder } from './find-order.js';
import type { MatchingEngine } from './matching-engine.js';
import { missedRemovals } from './missed-removals.js';
import { OrderBatches } from './order-batches.js';
import { type ForgetPaused, successorFinder } from './order-successors.js';
import { type AskToPause, pauseAsk } from './pause-ask.js';
import { cancelOrder, type Trading } from './place-order.js';
import { priceDoubts } from './price-doubts.js';
import { refusalExplainer } from './refusal-details.js';

interface Parts {
  readonly engine: Pick<MatchingEngine, 'submit' | 'laneOf'>;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The provider of the market's payments; null without payments. */
  readonly paymentProvider: ProviderName | null;
  readonly forgetPaused: ForgetPaused;
}

/** Placing and cancelling orders, one by one and in batches. */
export interface OpenTrading {
  readonly trading: Trading;
  readonly keys: KeysOfOrders;
  readonly batches: OrderBatches;
  /** Removes an open ask of a user, as `POST /deleteAsk` does. */
  readonly removeAsk: (userId: string, named: OrderName) => ReturnType<typeof cancelOrder>;
  /** Cancels an ask because of its seller's vacation. @returns false if it has ended otherwise */
  readonly pauseAsk: (ask: AskToPause) => Promise<boolean>;
}

/** Opens them once for each process: the users of its batches take turns. */
export function openTrading({ pool, clock, engine, log, paymentProvider, forgetPaused }: Parts): OpenTrading {
  const findProducts = productsFinder(pool, clock);
  const finders = { findProduct: productFinder(findProducts), findOrder: orderFinder(pool) };
  const trading = {
    engine,
    ...finders,
    explain: refusalExplainer(pool, paymentProvider),
    refuseDoubtfulPrice: priceDoubts(pool),
    noteMissedRemoval: missedRemovals(pool),
    successorOf: successorFinder(pool, finders.findOrder, forgetPaused),
  };
  const keys = new KeysOfOrders({
    pool,
    ...finders,
    changedOrderId,
    onFailure: (error) => log.error({ err: error }, 'the orders of a key were not settled'),
  });
  const batches = new OrderBatches({
    trading,
    findProducts,
    findOrders: ordersFinder(pool),
    keys,
    nowMs: clock.steadyMs,
    laneOf: (productId) => engine.laneOf(productId),
    onFailure: (error) => log.error({ err: error }, 'a command of a batch failed'),
  });
  const removeAsk: OpenTrading['removeAsk'] = (userId, named) => cancelOrder(trading, 'ask', userId, named);
  return { trading, keys, batches, removeAsk, pauseAsk: (ask) => pauseAsk(pool, engine, ask) };
}
