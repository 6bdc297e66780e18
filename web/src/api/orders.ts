import type { OrderBody } from '@perkex/contract/orders.js';
import type { QueryClient } from '@tanstack/react-query';
import { ConnectionError, postCall } from './call.js';
import { findProductByName } from './products.js';
import { mayPass } from './query-client.js';
import { invalidateUserData } from './user-data.js';

/** The calls that place an order (section 7). */
export type OrderCall = 'ask' | 'sell' | 'bid' | 'buy';

/** An order as its review shows it. `id` is made when the review opens, and names the order for ever. */
export interface ReviewedOrder {
  readonly call: OrderCall;
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  /** In whole dollars. */
  readonly price: number;
}

export const PLACE_ORDER_KEY = ['placeOrder'];

const RETRIES = 6;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

const UNKNOWN_OUTCOME =
  'The connection is lost and we do not know whether your order was placed. Look at your dashboard before you order again.';

/**
 * Posts an order, and again under the same id while no answer comes, so that it counts once (section 4, "Order
 * flow"). It goes on when the screen that began it is gone; the lists are read again when the answer is in.
 * @returns the sentence for the toast
 * @throws RefusalError, or an Error whose message is for people
 */
export async function placeOrder(client: QueryClient, uid: string, order: ReviewedOrder): Promise<string> {
  const mutation = client.getMutationCache().build(client, {
    mutationKey: PLACE_ORDER_KEY,
    mutationFn: async () => postCall(`/${order.call}`, await orderBody(client, uid, order)),
    retry: (failures, error) => mayPass(error) && failures < RETRIES,
    retryDelay: (failures) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS),
  });
  try {
    return await mutation.execute(undefined);
  } catch (error) {
    throw error instanceof ConnectionError ? new Error(UNKNOWN_OUTCOME) : error;
  } finally {
    await marketChanged(client, order.productId);
  }
}

/** What the screens show of the market and of the user is read again; the long list when next needed. */
async function marketChanged(client: QueryClient, productId: number): Promise<void> {
  await Promise.all([
    invalidateUserData(client),
    client.invalidateQueries({ queryKey: ['product', String(productId)] }),
    client.invalidateQueries({ queryKey: ['prices'] }),
    client.invalidateQueries({ queryKey: ['trending'] }),
    client.invalidateQueries({ queryKey: ['products'], refetchType: 'none' }),
    client.invalidateQueries({ queryKey: ['relatedProducts'], refetchType: 'none' }),
  ]);
}

/** The payloads of section 3: sales and purchases carry a date, asks and bids do not. */
async function orderBody(client: QueryClient, uid: string, order: ReviewedOrder): Promise<OrderBody> {
  const { call, id, name, price, size } = order;
  const product = await findProductByName(client, name);
  const body = { uid, id, name, price, size, thumbnail: product?.thumbnail ?? '' };
  return call === 'sell' || call === 'buy' ? { ...body, date: new Date().toISOString() } : body;
}
