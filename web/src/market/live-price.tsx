import { priceText } from '@perkex/core/market/price-text.js';
import { Flash } from '../ui/flash.js';

interface LivePriceProps {
  /** 0 or null for none. */
  readonly priceCents: number | null;
  readonly className?: string | undefined;
}

/** A price that follows the market. What shows another size's price next is another element: give it a key. */
export function LivePrice({ priceCents, className }: LivePriceProps) {
  return (
    <Flash of={priceCents} className={className}>
      {priceText(priceCents)}
    </Flash>
  );
}
