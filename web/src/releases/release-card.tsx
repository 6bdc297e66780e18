import { retailText } from '@perkex/core/market/price-text.js';
import type { CalendarProduct } from '../api/releases.js';
import { ProductCard } from '../products/product-card.js';
import { tradingOpensText } from '../products/trading-opens.js';

interface ReleaseCardProps {
  readonly product: CalendarProduct;
  readonly isEager: boolean;
}

/** A product in the calendar, with its retail price and, before trading opens, the day on which it does. */
export function ReleaseCard({ product, isEager }: ReleaseCardProps) {
  const { retailPrice, tradesFrom } = product;
  const notes = [
    retailPrice === null ? null : `Retail ${retailText(retailPrice)}`,
    tradesFrom === null ? null : tradingOpensText(tradesFrom),
  ].filter((note) => note !== null);
  return (
    <ProductCard
      product={product}
      isEager={isEager}
      {...(notes.length > 0 && {
        note: notes.map((note) => (
          <span key={note} className="block">
            {note}
          </span>
        )),
      })}
    />
  );
}
