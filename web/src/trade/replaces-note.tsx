import { priceText } from '@perkex/core/market/price-text.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { ReplacedOrder } from '../api/orders.js';

interface ReplacesNoteProps {
  readonly side: Side;
  readonly replaces: ReplacedOrder | undefined;
}

/** States that the new order replaces an open one. */
export function ReplacesNote({ side, replaces }: ReplacesNoteProps) {
  return replaces === undefined ? null : (
    <p className="text-sm/6">
      This replaces your {side} of <span className="price">{priceText(replaces.priceCents)}</span>, which
      stays open until then.
    </p>
  );
}
