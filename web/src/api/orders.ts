import type { OrderBody } from '@perkex/contract/orders.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ConnectionError, call, RefusalError } from './call.js';
import { marketChanged } from './market-changed.js';
import { newOrderId } from './order-id.js';
import { productQuery } from './products.js';
import { isTransient } from './query-client.js';

/** An order that somebody has begun and not yet placed. */
export interface UnfinishedOrder {
  readonly flow: 'buy' | 'sell';
  readonly productId: number;
  readonly name: string;
  /** Undefined in one that was kept before brands were. */
  readonly brand?: string | null;
  readonly size: string;
  readonly mode: PanelMode;
  /** 0 before a price is named. */
  readonly priceCents: number;
  /** Whose order it is: another user of this browser is not offered it. Undefined for a visitor's. */
  readonly uid?: string;
}

/** An order under review, on its way to the market, or refused by it: the same one all along. */
export interface ReviewedOrder extends UnfinishedOrder {
  /** Made when the review opens; reloads and retries keep it, so that the order counts once. */
  readonly id: string;
  /** Whose order it is: nobody else in this browser may place it. */
  readonly uid: string;
  /** Whether the final checks were ticked in an earlier try. */
  readonly isChecked: boolean;
}

/** The call that places an order of each flow and mode (section 7). */
const ORDER_CALLS: Readonly<Record<UnfinishedOrder['flow'], Readonly<Record<PanelMode, OrderCall>>>> = {
  buy: { place: 'bid', now: 'buy' },
  sell: { place: 'ask', now: 'sell' },
};

/** The last order of this tab that the market accepted, until the dashboard has shown where it stands. */
export const useAcceptedOrder = create<{ readonly id: string | null }>(() => ({ id: null }));

export const PLACE_ORDER_KEY = ['placeOrder'];

const RETRIES = 6;
/** After this long the market may have moved, so an order that has not arrived is no longer placed (section 4). */
const PLACE_WITHIN_MS = 120_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/** Refusals that do not come from the matching engine: they say nothing about an earlier attempt without an answer. */
const NOT_OF_THE_ENGINE: readonly string[] = [
  'not-signed-in',
  'not-yours',
  'email-unproved',
  'foreign-origin',
  'unknown-product',
  'not-trading-yet',
  'unknown-size',
  'too-many-requests',
  'busy',
  'outcome-unknown',
  'internal-error',
];

const UNKNOWN_OUTCOME =
  'The connection was lost, and we do not know whether your order was placed. Check your dashboard, or try again: the order will only count once.';

/** No verdict came on an order that may have arrived. Its cause is the last error. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';

  constructor(cause: unknown) {
    super(UNKNOWN_OUTCOME, { cause });
  }
}

/** The state of an order before it is posted. */
export interface Attempt {
  /** When its user confirmed it; two minutes later it is only asked for. 0 only asks for it from the start. */
  readonly confirmedAtMs: number;
  /** True if it was posted before, and no verdict came. */
  readonly mayBePlaced: boolean;
}

/**
 * Posts an order, and again under the same id until an answer comes, so that it counts once (section 4, "Order flow").
 * It carries on after its screen is gone; afterwards the lists are read again.
 * @returns the sentence for the toast
 * @throws RefusalError if it was not placed, UnknownOutcomeError; their messages are for people
 */
export async function placeOrder(
  client: QueryClient,
  order: ReviewedOrder,
  attempt: Attempt,
): Promise<string> {
  const lateFromMs = attempt.confirmedAtMs + PLACE_WITHIN_MS;
  let { mayBePlaced } = attempt;

  async function post(): Promise<string> {
    const body = orderBody(client, order);
    try {
      return await call(ORDER_CALLS[order.flow][order.mode], {
        body: Date.now() < lateFromMs ? body : { ...body, late: true },
      });
    } catch (error) {
      mayBePlaced ||=
        error instanceof ConnectionError || (error instanceof RefusalError && error.status >= 500);
      throw error;
    }
  }

  const mutation = client.getMutationCache().build(client, {
    mutationKey: PLACE_ORDER_KEY,
    mutationFn: post,
    retry: (failures, error) => isTransient(error) && failures < RETRIES,
    retryDelay: (failures) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS),
  });
  try {
    const sentence = await mutation.execute(undefined);
    useAcceptedOrder.setState({ id: order.id });
    return sentence;
  } catch (error) {
    throw mayBePlaced && !isOfTheEngine(error) ? new UnknownOutcomeError(error) : error;
  } finally {
    void marketChanged(client);
  }
}

/**
 * The id for another try of an order that was not placed. What the market has refused stays refused, so the next try
 * is a new order. A request without a verdict may have arrived, and counts once only under its own id.
 */
export function idOfNextTry(id: string, error: unknown): string {
  return isOfTheEngine(error) ? newOrderId() : id;
}

/** Such a refusal is about this very id, whatever became of earlier attempts. */
function isOfTheEngine(error: unknown): boolean {
  return error instanceof RefusalError && !NOT_OF_THE_ENGINE.includes(error.code);
}

/** The payloads of section 3: sales and purchases carry a date, asks and bids do not. */
function orderBody(
  client: QueryClient,
  { uid, id, name, priceCents, size, productId, mode }: ReviewedOrder,
): OrderBody {
  const product = client.getQueryData(productQuery(String(productId)).queryKey);
  const body = {
    uid,
    id,
    name,
    price: centsToDollars(priceCents),
    size,
    thumbnail: product?.thumbnail ?? '',
  };
  return mode === 'now' ? { ...body, date: new Date().toISOString() } : body;
}
