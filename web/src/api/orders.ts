import type { OrderBody } from '@perkex/contract/orders.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ConnectionError, call, RefusalError } from './call.js';
import { marketChanged } from './market-changed.js';
import { newOrderId } from './order-id.js';
import { findProductByName } from './products.js';
import { mayPass } from './query-client.js';

/** An order as its review shows it. `id` is made when the review opens, and names the order for ever. */
export interface ReviewedOrder {
  readonly call: OrderCall;
  readonly id: string;
  readonly name: string;
  readonly size: string;
  /** In whole dollars. */
  readonly price: number;
}

/** The last order that the market has accepted from this tab, until the dashboard has shown where it stands. */
export const useAcceptedOrder = create<{ readonly id: string | null }>(() => ({ id: null }));

export const PLACE_ORDER_KEY = ['placeOrder'];

const RETRIES = 6;
/** A retry waits while the tab is hidden; later than this, nobody expects the order to be placed any more. */
const GIVE_UP_MS = 120_000;
const THUMBNAIL_TIMEOUT_MS = 2_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/** Refusals that the market's engine does not decide: they say nothing of an earlier attempt without an answer. */
const NOT_OF_THE_ENGINE: readonly string[] = [
  'not-signed-in',
  'not-yours',
  'email-unproved',
  'foreign-origin',
  'too-many-requests',
  'busy',
  'internal-error',
];

const UNKNOWN_OUTCOME =
  'The connection was lost, and we do not know whether your order was placed. Check your dashboard, or try again: the order counts only once.';

/**
 * Posts an order, and again under the same id while no answer comes, so that it counts once (section 4, "Order
 * flow"). It goes on when the screen that began it is gone; the lists are read again when the answer is in.
 * @returns the sentence for the toast
 * @throws RefusalError, or an Error whose message is for people
 */
export async function placeOrder(client: QueryClient, uid: string, order: ReviewedOrder): Promise<string> {
  const giveUpAtMs = Date.now() + GIVE_UP_MS;
  let mayBePlaced = false;

  async function post(): Promise<string> {
    if (Date.now() > giveUpAtMs) {
      throw new ConnectionError();
    }
    const body = await orderBody(client, uid, order);
    try {
      return await call(order.call, { body });
    } catch (error) {
      mayBePlaced ||=
        error instanceof ConnectionError || (error instanceof RefusalError && error.status >= 500);
      throw error;
    }
  }

  const mutation = client.getMutationCache().build(client, {
    mutationKey: PLACE_ORDER_KEY,
    mutationFn: post,
    retry: (failures, error) => mayPass(error) && failures < RETRIES && Date.now() < giveUpAtMs,
    retryDelay: (failures) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS),
  });
  try {
    const sentence = await mutation.execute(undefined);
    useAcceptedOrder.setState({ id: order.id });
    return sentence;
  } catch (error) {
    throw mayBePlaced && !isOfTheEngine(error) ? new Error(UNKNOWN_OUTCOME) : error;
  } finally {
    void marketChanged(client);
  }
}

/**
 * The id under which an order that was not placed is tried again. What the market has judged stays judged, so that a
 * new try is a new order; a request without a judgement may have arrived, and counts once under its own id only.
 */
export function idOfNextTry(id: string, error: unknown): string {
  return isOfTheEngine(error) ? newOrderId() : id;
}

/** A refusal of the engine itself is about this id, whatever became of earlier attempts. */
function isOfTheEngine(error: unknown): boolean {
  return error instanceof RefusalError && !NOT_OF_THE_ENGINE.includes(error.code);
}

/** The payloads of section 3: sales and purchases carry a date, asks and bids do not. */
async function orderBody(client: QueryClient, uid: string, order: ReviewedOrder): Promise<OrderBody> {
  const { id, name, price, size } = order;
  const body = { uid, id, name, price, size, thumbnail: await findThumbnail(client, name) };
  return order.call === 'sell' || order.call === 'buy' ? { ...body, date: new Date().toISOString() } : body;
}

/** The server takes its own; an order does not wait long for it, and never fails for it. */
async function findThumbnail(client: QueryClient, name: string): Promise<string> {
  try {
    const product = await findProductByName(client, name, AbortSignal.timeout(THUMBNAIL_TIMEOUT_MS));
    return product?.thumbnail ?? '';
  } catch {
    return '';
  }
}
