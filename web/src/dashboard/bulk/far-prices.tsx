import type { ReactNode } from 'react';
import { PriceConfirmation } from '../../orders/price-confirmation.js';

interface FarPricesProps {
  /** The prices of asks, in cents. */
  readonly pricesCents: readonly number[];
  readonly onConfirm: () => void;
  /** The name of the button. */
  readonly children: ReactNode;
}

/** Asks to confirm the prices of asks that are far below the market: the lowest one is typed again, or the button held. */
export function FarPrices({ pricesCents, onConfirm, children }: FarPricesProps) {
  const label =
    pricesCents.length === 1
      ? '1 price is far below the market. If you mean it, type it again'
      : `${pricesCents.length} prices are far below the market. If you mean them, type the lowest again`;
  return (
    <PriceConfirmation
      label={label}
      priceCents={Math.min(...pricesCents)}
      onConfirm={onConfirm}
      className="w-full max-w-prose items-start"
    >
      {children}
    </PriceConfirmation>
  );
}
