import type { CancellationBody, OrderBody, OrderChangeBody } from '@perkex/contract/orders.js';
import { type ExceededLimit, exceededLimit } from '@perkex/core/keys/key-limits.js';
import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import { type OrderCall, type Side, sideOf } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { BusyError, OutcomeUnknownError, TooManyRequestsError } from '../errors/busy-error.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { ProgramKey } from '../users/program-key.js';
import { countOrder, type KeyOrder, settleOrder } from './key-orders.js';

type KeyRefusal = Refusal<'key-limit' | 'invalid-key'>;

interface Options {
  readonly pool: pg.Pool;
  /** The product with this name; null for none. */
  readonly findProduct: (name: string) => Promise<{ readonly id: number } | null>;
  /** A user's order; null for none. */
  readonly findOrder: (
    userId: string,
    orderId: string,
  ) => Promise<{ readonly productId: number; readonly side: Side; readonly priceCents: number } | null>;
}

/** Keeps the orders of keys within their limits. Requests without a key have none. */
export class KeysOfOrders {
  constructor(private readonly options: Options) {}

  /** Places an order within the limits of its key. @param place sends it to its book */
  async place<Answer>(
    key: ProgramKey | null,
    call: OrderCall,
    { id: orderId, name, price }: OrderBody,
    place: () => Promise<Answer>,
  ): Promise<Answer | KeyRefusal> {
    if (key === null) {
      return place();
    }
    const { id: productId = null } = (await this.options.findProduct(name)) ?? {};
    const priceCents = dollarsToCents(price);
    const exceeded = exceededLimit(key, { side: sideOf(call), productId, priceCents });
    if (exceeded || productId === null) {
      return exceeded ? refusalOf(exceeded) : place();
    }
    return this.placeCounted(key, { orderId, productId, priceCents }, place);
  }

  /**
   * Changes an order within the limits of its key. Another price is a new order, and counts as one.
   * @param newId the id of the new order
   */
  async change<Answer>(
    key: ProgramKey | null,
    { id, price }: OrderChangeBody,
    newId: (id: string, priceCents: number) => string,
    change: () => Promise<Answer>,
  ): Promise<Answer | KeyRefusal> {
    const found = key && (await this.options.findOrder(key.userId, id));
    if (!found) {
      return change();
    }
    const { side, productId } = found;
    const priceCents = price === undefined ? found.priceCents : dollarsToCents(price);
    const exceeded = exceededLimit(key, { side, productId, priceCents });
    if (exceeded) {
      return refusalOf(exceeded);
    }
    return priceCents === found.priceCents
      ? change()
      : this.placeCounted(key, { orderId: newId(id, priceCents), productId, priceCents }, change);
  }

  /** Places an order that counts against the limit of its key's day, if the key has one. */
  private async placeCounted<Answer>(
    key: ProgramKey,
    counting: Omit<KeyOrder, 'key'>,
    place: () => Promise<Answer>,
  ): Promise<Answer | KeyRefusal> {
    if (key.maxDayCents === null) {
      return place();
    }
    const { pool } = this.options;
    const order = { key, ...counting };
    const counted = await countOrder(pool, order);
    if (counted !== 'counted') {
      return counted === 'free' ? place() : counted;
    }
    let answer: Answer;
    try {
      answer = await place();
    } catch (error) {
      if (wasNotSent(error)) {
        await settleOrder(pool, order, false);
      }
      throw error;
    }
    await settleOrder(pool, order, !isRefusal(answer));
    return answer;
  }

  /** Cancels an order within the limits of its key: an order of its side and products. */
  async cancel<Answer>(
    key: ProgramKey | null,
    side: Side,
    { id }: CancellationBody,
    cancel: () => Promise<Answer>,
  ): Promise<Answer | KeyRefusal> {
    if (key === null) {
      return cancel();
    }
    const productId =
      key.productIds === null ? null : ((await this.options.findOrder(key.userId, id))?.productId ?? null);
    const exceeded = exceededLimit(key, { side, productId, priceCents: null });
    return exceeded ? refusalOf(exceeded) : cancel();
  }
}

function refusalOf(exceeded: ExceededLimit): KeyRefusal {
  return { refused: 'key-limit', detail: sentenceOf(exceeded) };
}

function sentenceOf(exceeded: ExceededLimit): string {
  switch (exceeded.limit) {
    case 'side':
      return `This key is for ${exceeded.side}s only.`;
    case 'products':
      return 'This key is not for this product.';
    case 'order':
      return `An order of this key may be at most ${formatPrice(exceeded.maxCents)}.`;
  }
}

/** True if the order did not reach its book. */
function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TooManyRequestsError ||
    (error instanceof BusyError && !(error instanceof OutcomeUnknownError))
  );
}
