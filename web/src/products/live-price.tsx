import { priceText } from '@perkex/core/market/price-text.js';
import { Flash } from '../ui/flash.js';

interface LivePriceProps {
  /** 0 or null for none. */
  readonly priceCents: number | null;
  readonly className?: string | undefined;
}

/** A price that follows the market. Give it a key if it may show another size: that is a different element. */
export function LivePrice({ priceCents, className }: LivePriceProps) {
  return (
    <Flash of={priceCents} className={className}>
      {priceText(priceCents)}
    </Flash>
  );
}
