import { SHOWN_ORDERS_PER_SIDE } from '@perkex/contract/shown-orders.js';
import { pricesOfSize } from '@perkex/core/market/figures.js';
import { placeOfPrice } from '@perkex/core/panels/queue-place.js';
import type { ReplacedOrder } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { queueText } from '../products/queue-text.js';
import { withoutReplaced } from './size-market.js';
import type { TradeSide } from './trade-side.js';

interface TypedPlaceProps {
  readonly id: string;
  readonly side: TradeSide;
  readonly product: Product;
  readonly size: string;
  /** The named price; null if the order would not rest at it. */
  readonly priceCents: number | null;
  /** Leaves its queue when the new order enters it. */
  readonly replaces: ReplacedOrder | undefined;
}

/** Shows the place in the queue that an order at the named price would get. The space is reserved. */
export function TypedPlace({ id, priceCents, ...order }: TypedPlaceProps) {
  return (
    <p id={id} className="min-h-5 text-sm/5 text-muted tabular-nums">
      {priceCents === null ? null : `Would be ${placeText(priceCents, order)}`}
    </p>
  );
}

function placeText(
  priceCents: number,
  { side: { orderSide }, product, size, replaces }: Omit<TypedPlaceProps, 'id' | 'priceCents'>,
): string {
  const queueOf = ({ asks, bids }: Product) => pricesOfSize(orderSide === 'ask' ? asks : bids, size);
  const shown = queueOf(product);
  const others = queueOf(withoutReplaced(product, replaces));
  const shownOrders = SHOWN_ORDERS_PER_SIDE - (shown.length - others.length);
  const place = placeOfPrice(orderSide, priceCents, others, shownOrders);
  if (place === null) {
    return `behind ${others.length} pairs or more`;
  }
  return place.ahead === 0 ? 'first, no pairs ahead' : queueText(orderSide, place);
}
