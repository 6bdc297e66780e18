import { amountText } from '@perkex/core/market/price-text.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { chooseWithFees, useWithFees } from '../storage/with-fees.js';
import { buyerFeeBreakdown, sellerFeeBreakdown } from './fee-breakdown.js';
import { useSellerLevel } from './seller-level.js';

interface AllInPriceProps {
  /** The side of the user's order at this price: a buyer pays more, a seller gets less. */
  readonly side: Side;
  /** 0 or null for none. */
  readonly priceCents: number | null;
  readonly className?: string;
}

/** The price with the user's fees, such as 'you pay 257.20$', if they want to see it (orders-beyond, "Where am I?"). */
export function AllInPrice({ side, priceCents, className = 'text-xs/4' }: AllInPriceProps) {
  const isWanted = useWithFees();
  const Total = side === 'ask' ? SellersTotal : BuyersTotal;
  return !isWanted || !priceCents ? null : (
    <span className={`block font-sans font-normal text-muted tabular-nums [font-stretch:100%] ${className}`}>
      <Total priceCents={priceCents} />
    </span>
  );
}

function SellersTotal({ priceCents }: { readonly priceCents: number }) {
  const { totalCents } = sellerFeeBreakdown(priceCents, useSellerLevel());
  return `${totalCents < 0 ? 'you owe' : 'you get'} ${amountText(Math.abs(totalCents))}`;
}

function BuyersTotal({ priceCents }: { readonly priceCents: number }) {
  return `you pay ${amountText(buyerFeeBreakdown(priceCents).totalCents)}`;
}

/** Shows or hides the prices with fees, on all pages of this browser. */
export function FeesSwitch() {
  const isOn = useWithFees();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => chooseWithFees(!isOn)}
      className="group inline-flex min-h-11 items-center gap-2 self-start rounded-control text-sm hover:text-ink"
    >
      <span
        aria-hidden
        className="flex h-5 w-9 items-center rounded-full border border-edge bg-card p-0.5 group-aria-checked:border-ink group-aria-checked:bg-ink"
      >
        <span className="size-3.5 rounded-full bg-ink motion-safe:transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-paper" />
      </span>
      Prices with fees
    </button>
  );
}
