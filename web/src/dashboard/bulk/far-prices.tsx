import type { ReactNode } from 'react';
import { PriceConfirmation } from '../../orders/price-confirmation.js';

/** A price of an ask far below the market. */
interface FarPrice {
  readonly priceCents: number;
  /** Where the seller finds it, such as `row 2`. */
  readonly place: string;
}

interface FarPricesProps {
  readonly prices: readonly FarPrice[];
  readonly onConfirm: () => void;
  /** The name of the button. */
  readonly children: ReactNode;
}

/**
 * Asks to confirm the prices of asks that are far below the market: the lowest one is typed again, or the button held.
 */
export function FarPrices({ prices, onConfirm, children }: FarPricesProps) {
  const lowest = prices.reduce((a, b) => (b.priceCents < a.priceCents ? b : a));
  const label =
    prices.length === 1
      ? `The price of ${lowest.place} is far below the market. If you mean it, type it again`
      : `${prices.length} prices are far below the market. If you mean them, type the lowest again, that of ${lowest.place}`;
  return (
    <PriceConfirmation
      label={label}
      priceCents={lowest.priceCents}
      onConfirm={onConfirm}
      className="w-full max-w-prose items-start"
    >
      {children}
    </PriceConfirmation>
  );
}
