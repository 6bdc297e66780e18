import { ofSize, priceChangePercent } from '@perkex/core/market/figures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import { saleDay } from '@perkex/core/market/sale-day.js';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sale } from '../api/products.js';
import { Flash } from '../ui/flash.js';

interface LastSaleProps {
  /** The newest sales of all sizes, oldest first. */
  readonly sales: readonly Sale[];
  /** The last sales of the sizes that `sales` does not reach back to, oldest first. */
  readonly olderSales: readonly Sale[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The newest sale, and how its price compares with the one before (section 2, "Product detail"). */
export function LastSale({ sales, olderSales, size }: LastSaleProps) {
  const hasOlder = olderSales.some((sale) => sale.size === size);
  const shownSales = ofSize(hasOlder ? olderSales : sales, size);
  const last = shownSales.at(-1);
  return (
    <div className="min-h-18 min-w-0">
      <h2 className="font-sans text-sm font-normal text-muted [font-stretch:100%]">Last Sale</h2>
      {last === undefined ? (
        <p className="price text-2xl">{NO_PRICE}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Flash key={size} of={last.id} className="price text-2xl">
              {priceText(last.priceCents)}
            </Flash>
            <Change percent={priceChangePercent(last.priceCents, shownSales.at(-2)?.priceCents)} />
          </p>
          <p className="text-sm text-muted">
            Size {last.size}, <time dateTime={last.date}>{saleDay(last.date)}</time>
          </p>
        </>
      )}
    </div>
  );
}

/** By arrow, sign and colour: never by colour alone. */
function Change({ percent }: { percent: number | null }) {
  if (percent === null) {
    return null;
  }
  const Arrow = percent < 0 ? ArrowDown : ArrowUp;
  const colour = percent === 0 ? 'text-muted' : percent < 0 ? 'text-ask' : 'text-bid';
  return (
    <span className={`price inline-flex items-center gap-1 ${colour}`}>
      {percent === 0 ? null : <Arrow aria-hidden className="size-4" strokeWidth={2.5} />}
      {percent > 0 ? '+' : ''}
      {percent.toFixed(1)} %<span className="sr-only"> compared with the sale before</span>
    </span>
  );
}
