import type { DealOrder } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { z } from 'zod';
import { type Transaction, transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { type DealKey, nameOfDeal } from './deal-key.js';
import { orderIdOf } from './order-id-of-deal.js';
import type { OrderQueue, QueueAnswer } from './order-queue.js';
import { readDeal } from './read-deal.js';
import { endChoice, isExpecting, lockExpecting } from './replace-deals.js';
import {
  findLastReplacement,
  type ReplacementKey,
  readFate,
  readReplacementOrder,
  saveReplacementOrder,
} from './replacement-rows.js';
import type { DealSteps } from './take-step.js';

/** `by` is the version of the step that sent the job: the choice itself, or its end. */
const REPLACEMENT_ORDERS = jobKind({
  name: 'replacement-order',
  data: z.object({ productId: z.number(), id: z.string(), version: z.number(), by: z.number() }),
  keyOf: ({ productId, id, version, by }) => `${productId}/${id}/${version}/${by}`,
  retries: retriesForAMonth(1),
  atOnce: 4,
});

export interface ReplacementOrdersOptions extends DealSteps {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly queue: OrderQueue;
}

/**
 * The orders of buyers who choose another pair after their deal failed. A job brings an order and its choice together,
 * in whatever order the jobs of a choice and of its end run, and however often: the order is open only while its buyer
 * waits for it. The consumer of the feed decides what follows from a trade, so that a trade and the end of the choice
 * at the same moment have one outcome.
 */
export class ReplacementOrders {
  constructor(private readonly options: ReplacementOrdersOptions) {
    options.jobs.register(REPLACEMENT_ORDERS, { work: (key) => this.settle(key) });
  }

  /** Places the order of a choice, or cancels it, after the transaction of a step. */
  async send(
    tx: Transaction,
    { productId, id }: DealKey,
    by: number,
    { call, priceCents }: Pick<DealOrder, 'call' | 'priceCents'>,
  ): Promise<void> {
    const key = { productId, id };
    if (call === 'bid' || call === 'buy') {
      const orderId = orderIdOf(key, by);
      await saveReplacementOrder(tx, { ...key, version: by }, { orderId, call, priceCents });
    } else if (call !== 'cancel-bid') {
      throw new Error(`The order ${call} is not a buyer's: ${nameOfDeal(key)}.`);
    }
    const version = await findLastReplacement(tx, key);
    if (version !== null) {
      await this.options.jobs.send(tx, REPLACEMENT_ORDERS, { productId, id, version, by });
    }
  }

  /** Places an order that its buyer waits for, and cancels any other. It can be repeated. */
  async settle({ productId, id, version }: ReplacementKey): Promise<void> {
    const { pool, queue } = this.options;
    const key = { productId, id, version };
    const order = await readReplacementOrder(pool, key);
    if (!order) {
      return;
    }
    // An order that is no longer wanted, and was never placed, is refused forever.
    const isLate = !(await this.isWanted(key));
    const answer = await queue.place({ ...order, productId, isLate });
    if (answer.kind === 'rested' && (isLate || !(await this.isWanted(key)))) {
      const { userId, size, orderId } = order;
      await queue.cancelBid({ userId, productId, size, orderId, seq: answer.seq });
    } else {
      await this.endIfOver(key, order.size, answer);
    }
  }

  private async isWanted(key: ReplacementKey): Promise<boolean> {
    const { pool } = this.options;
    const stored = await readDeal(pool, key);
    return stored !== null && isExpecting(stored) && (await findLastReplacement(pool, key)) === key.version;
  }

  /**
   * Ends a choice whose order was refused. The consumer sees all other ends, but it may have passed those of an order
   * that the buyer placed under the same id before.
   */
  private async endIfOver(key: ReplacementKey, size: string, answer: QueueAnswer): Promise<void> {
    const { pool } = this.options;
    await transaction(pool, async (tx) => {
      const former = await lockExpecting(tx, key);
      if (former && (await isOver(tx, key.productId, size, answer))) {
        await endChoice(tx, former, this.options);
      }
    });
  }
}

/** Read under the lock of the deal: a trade that the consumer has joined to the choice has ended it. */
async function isOver(
  tx: Transaction,
  productId: number,
  size: string,
  answer: QueueAnswer,
): Promise<boolean> {
  if (answer.kind === 'refused') {
    return true;
  }
  const { isCancelled, hasDeal } = await readFate(tx, { productId, size, seq: answer.seq });
  return isCancelled || hasDeal;
}
