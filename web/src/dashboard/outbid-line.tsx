import type { OpenOrderRow, OrderRow } from '@perkex/contract/user-data.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { DEFAULT_LIFETIME_DAYS } from '@perkex/core/order-book/lifetime.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { type NextOrder, nextBestOrder } from '@perkex/core/panels/next-order.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnfinishedOrder } from '../api/orders.js';
import { openReviewAgain } from '../orders/open-review.js';
import { idForReview } from '../orders/pending-orders.js';
import { useNavigate } from '../routing/hooks.js';
import { PausableButton } from '../ui/button.js';
import { useDashboardUserId } from '../user/user.js';

const TEXTS = {
  bid: { status: 'Outbid', place: 'Raise to', now: 'Buy For' },
  ask: { status: 'Undercut', place: 'Lower to', now: 'Sell for' },
} as const satisfies Readonly<Record<Side, Readonly<Record<PanelMode | 'status', string>>>>;

interface OutbidLineProps {
  readonly side: Side;
  readonly row: OpenOrderRow;
  /** The user's open orders of this side. */
  readonly rows: readonly OrderRow[];
  /** Undefined or null until the prices have loaded. */
  readonly lowestAskCents: number | null | undefined;
  readonly highestBidCents: number | null | undefined;
}

/** States that an open order is no longer the best of its side, and opens the review of one that replaces it. */
export function OutbidLine({ side, row, rows, lowestAskCents, highestBidCents }: OutbidLineProps) {
  const userId = useDashboardUserId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isSettling, setIsSettling] = useState(false);
  const { id, productId, name, brand, size, price, expiresAt, relist: isRelisting } = row;
  if (price === null || productId === null || lowestAskCents == null || highestBidCents == null) {
    return null;
  }
  const next = isBestOfUser(side, row, rows)
    ? nextBestOrder(side, dollarsToCents(price), { lowestAskCents, highestBidCents })
    : null;
  if (next === null) {
    return null;
  }
  const texts = TEXTS[side];
  const label = `${texts[next.mode]} ${priceText(next.priceCents)}`;
  const review = async ({ mode, priceCents }: NextOrder) => {
    const wanted: UnfinishedOrder = {
      flow: side === 'ask' ? 'sell' : 'buy',
      productId,
      name,
      brand,
      size,
      mode,
      priceCents,
      replaces: { id, priceCents: dollarsToCents(price) },
      isRelisting,
      ...(expiresAt !== undefined && mode === 'place' && { expiresIn: DEFAULT_LIFETIME_DAYS }),
    };
    const order = { ...wanted, id: idForReview(userId, wanted), uid: userId, isChecked: false };
    setIsSettling(true);
    await openReviewAgain(client, navigate, order, { replace: false });
    setIsSettling(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm font-semibold text-ask">{texts.status}</span>
      <PausableButton
        className="text-sm"
        aria-label={`${label}: ${name}, size ${size}`}
        isPaused={isSettling}
        onClick={() => review(next)}
      >
        {label}
      </PausableButton>
    </div>
  );
}

/** False if the user has another order with a better price in the same book. */
function isBestOfUser(side: Side, row: OrderRow, rows: readonly OrderRow[]): boolean {
  const sign = side === 'bid' ? 1 : -1;
  return !rows.some(
    ({ productId, size, price }) =>
      productId === row.productId && size === row.size && sign * ((price ?? 0) - (row.price ?? 0)) > 0,
  );
}
