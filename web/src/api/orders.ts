import type { LiveTrade } from '@perkex/contract/live.js';
import type { AnySizeBidBody, OrderBody } from '@perkex/contract/orders.js';
import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ConnectionError, call, RefusalError } from './call.js';
import { marketChanged } from './market-changed.js';
import { newOrderId } from './order-id.js';
import { isTransient } from './query-client.js';

/** An open order of the user, to be replaced by another one. */
export interface ReplacedOrder {
  readonly id: string;
  readonly priceCents: number;
}

/** An order that the user has begun but not placed. */
export interface UnfinishedOrder {
  readonly flow: 'buy' | 'sell';
  readonly productId: number;
  readonly name: string;
  /** Undefined in orders stored by versions without brands. */
  readonly brand?: string | null;
  readonly size: string;
  /** The other sizes of a bid over several; undefined for none. The first that trades removes the others. */
  readonly otherSizes?: readonly string[] | undefined;
  readonly mode: PanelMode;
  /** 0 until a price is chosen. */
  readonly priceCents: number;
  /** The owner; other users of this browser do not see the order. Undefined for a visitor's order. */
  readonly uid?: string;
  /** The user's open order of the same side and book that this one replaces. */
  readonly replaces?: ReplacedOrder | undefined;
  /** The lifetime of an order that may rest; undefined if it lasts until it is removed. */
  readonly expiresIn?: LifetimeDays | undefined;
  /** True for an ask that is listed again if its buyer does not pay; undefined where there is no choice. */
  readonly isRelisting?: boolean | undefined;
}

/** An order from its review until the market accepts it. A refused order is under review again. */
export interface ReviewedOrder extends UnfinishedOrder {
  /** Set when the review opens. Reloads and retries keep it, so that the order counts once. */
  readonly id: string;
  /** The owner; no other user of this browser may place the order. */
  readonly uid: string;
  /** True if the final checks were ticked in an earlier attempt. */
  readonly isChecked: boolean;
  /** True if its user has confirmed the price by a second gesture. */
  readonly isPriceConfirmed?: boolean | undefined;
  /** True if the server has refused the price without it. */
  readonly isPriceDoubted?: boolean | undefined;
}

/** The call that places an order of each flow and mode (section 7). */
const ORDER_CALLS: Readonly<Record<UnfinishedOrder['flow'], Readonly<Record<PanelMode, OrderCall>>>> = {
  buy: { place: 'bid', now: 'buy' },
  sell: { place: 'ask', now: 'sell' },
};

/** The last order of this tab that the market accepted, until its user closes the confirmation. */
export const useAcceptedOrder = create<AcceptedOrder>(() => ({ id: null, isMarked: false, own: null }));

interface AcceptedOrder {
  readonly id: string | null;
  /** True until the dashboard has highlighted its row for a while. */
  readonly isMarked: boolean;
  /** The order's product, sizes and side, when it was accepted, and if it could only take another order. */
  readonly own:
    | (Pick<LiveTrade, 'product' | 'side'> & {
        readonly sizes: readonly string[];
        readonly atMs: number;
        readonly takes: boolean;
      })
    | null;
}

/** The trade of an accepted order follows its confirmation within this time, over the stream. */
const OWN_TRADE_MS = 6_000;

/** True for the trade of the order that was just accepted: its confirmation reports it. */
export function isJustConfirmed({ product, size, side }: LiveTrade, nowMs: number): boolean {
  const { own } = useAcceptedOrder.getState();
  const isOfItsBook = own?.product === product && own.sizes.includes(size) && own.side === side;
  return isOfItsBook && nowMs < own.atMs + OWN_TRADE_MS;
}

export const PLACE_ORDER_KEY = ['placeOrder'];

const RETRIES = 6;
/** After this long the market may have moved, so an order that has not arrived is no longer placed (section 4). */
const PLACE_WITHIN_MS = 120_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/** Refusals from outside the matching engine. They say nothing about an earlier attempt without a response. */
const NOT_OF_THE_ENGINE: readonly string[] = [
  'not-signed-in',
  'not-yours',
  'email-unproved',
  'foreign-origin',
  'unknown-product',
  'not-trading-yet',
  'price-unconfirmed',
  'unknown-size',
  'too-many-requests',
  'busy',
  'outcome-unknown',
  'internal-error',
];

const UNKNOWN_OUTCOME =
  'The connection was lost, and we do not know whether your order was placed. Check your dashboard, or try again: the order will only count once.';

/** The outcome of an order that may have arrived is unknown. The cause is the last error. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';

  constructor(cause: unknown) {
    super(UNKNOWN_OUTCOME, { cause });
  }
}

/** The state of an order before it is posted. */
export interface Attempt {
  /**
   * When the user confirmed the order. Two minutes later only its outcome is queried; 0 only queries from the start.
   */
  readonly confirmedAtMs: number;
  /** True if the order was posted before and its outcome is unknown. */
  readonly mayBePlaced: boolean;
}

/**
 * Posts an order, and again under the same id until a response arrives, so that it counts once (section 4, "Order
 * flow"). It continues after its screen is gone; afterwards the lists are refetched.
 * @returns the sentence for the toast
 * @throws RefusalError if it was not placed, UnknownOutcomeError; both have readable messages
 */
export async function placeOrder(
  client: QueryClient,
  order: ReviewedOrder,
  attempt: Attempt,
): Promise<string> {
  const lateFromMs = attempt.confirmedAtMs + PLACE_WITHIN_MS;
  let { mayBePlaced } = attempt;

  async function post(): Promise<string> {
    const late = Date.now() < lateFromMs ? {} : { late: true };
    try {
      return isOverSizes(order)
        ? await call('bidAnySize', { body: { ...anySizeBody(order), ...late } })
        : await call(ORDER_CALLS[order.flow][order.mode], { body: { ...orderBody(order), ...late } });
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
    const { id, productId: product } = order;
    const side = order.flow === 'buy' ? 'bid' : 'ask';
    useAcceptedOrder.setState({
      id,
      isMarked: true,
      own: { product, sizes: sizesOf(order), side, atMs: Date.now(), takes: order.mode === 'now' },
    });
    return sentence;
  } catch (error) {
    throw mayBePlaced && !isOfTheEngine(error) ? new UnknownOutcomeError(error) : error;
  } finally {
    void marketChanged(client);
  }
}

/**
 * The id for another attempt at an order that was not placed. A refusal of the engine is final for its id, so the next
 * attempt is a new order. A request with an unknown outcome may have arrived, and counts once only under its own id.
 */
export function idOfNextTry(id: string, error: unknown): string {
  return isOfTheEngine(error) ? newOrderId() : id;
}

/** True for a refusal of this very id, whatever the outcome of earlier attempts. */
function isOfTheEngine(error: unknown): boolean {
  return error instanceof RefusalError && !NOT_OF_THE_ENGINE.includes(error.code);
}

/** True if a row is of the order with this id, or of one of its sizes. */
export function isOfOrder({ id, group }: Pick<OpenOrderRow, 'id' | 'group'>, orderId: string): boolean {
  return id === orderId || group === orderId;
}

/** True for a bid over several sizes. */
export function isOverSizes({ flow, mode, otherSizes = [] }: UnfinishedOrder): boolean {
  return flow === 'buy' && mode === 'place' && otherSizes.length > 0;
}

/** The sizes of an order, the one of its panel first. */
export function sizesOf(order: UnfinishedOrder): readonly string[] {
  return isOverSizes(order) ? [order.size, ...(order.otherSizes ?? [])] : [order.size];
}

function anySizeBody(order: ReviewedOrder): AnySizeBidBody {
  const { thumbnail: _thumbnail, size: _size, replaces: _replaces, date: _date, ...body } = orderBody(order);
  return { ...body, sizes: [...sizesOf(order)] };
}

/**
 * The payloads of section 3: sales and purchases carry a date, asks and bids do not. The server ignores the thumbnail.
 */
function orderBody({
  uid,
  id,
  name,
  priceCents,
  size,
  mode,
  replaces,
  expiresIn,
  isRelisting,
  isPriceConfirmed = false,
}: ReviewedOrder): OrderBody {
  const price = centsToDollars(priceCents);
  const confirmedPrice = isPriceConfirmed ? price : null;
  const order = { uid, id, name, price, size, thumbnail: '', confirmedPrice };
  const body = {
    ...order,
    ...(replaces && { replaces: replaces.id }),
    ...(isRelisting !== undefined && { relist: isRelisting }),
  };
  if (mode === 'now') {
    return { ...body, date: new Date().toISOString() };
  }
  return expiresIn === undefined ? body : { ...body, expiresIn };
}
