import { priceChangePercent, pricesOfSize } from '@perkex/core/market/figures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import type { Sale } from '../api/products.js';
import { Change } from '../products/change.js';
import { SaleTime } from '../products/local-sale-time.js';
import { ShownSize } from '../sizing/shown-size.js';
import { Flash } from '../ui/flash.js';

interface LastSaleProps {
  readonly shoe: Shoe;
  /** The latest trades of all sizes, oldest first. */
  readonly sales: readonly Sale[];
  /** The last trades of the sizes that `sales` does not reach back to, oldest first. */
  readonly olderSales: readonly Sale[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The last trade, and its price change from the one before (section 2, "Product detail"). */
export function LastSale({ shoe, sales, olderSales, size }: LastSaleProps) {
  const hasOlder = olderSales.some((sale) => sale.size === size);
  const shownSales = pricesOfSize(hasOlder ? olderSales : sales, size);
  const last = shownSales.at(-1);
  return (
    <div className="min-h-20 min-w-0">
      <h2 className="font-sans text-sm font-normal text-muted [font-stretch:100%]">Last Sale</h2>
      {last === undefined ? (
        <p className="price text-3xl">{NO_PRICE}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Flash key={size} of={last.id} className="price text-3xl">
              {priceText(last.priceCents)}
            </Flash>
            <Change
              percent={priceChangePercent(last.priceCents, shownSales.at(-2)?.priceCents)}
              comparedWith="compared with the sale before"
            />
          </p>
          <p className="text-sm text-muted">
            Size {last.size}
            <ShownSize shoe={shoe} size={last.size} className="text-sm/5" />, <SaleTime date={last.date} />
          </p>
        </>
      )}
    </div>
  );
}
