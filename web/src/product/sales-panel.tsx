import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import { saleDay } from '@perkex/core/market/sale-day.js';
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Sale } from '../api/products.js';
import { localTime } from '../products/local-time.js';
import { IconButton } from '../ui/button.js';

export interface SalesPanelProps {
  readonly id: string;
  /** Oldest first. */
  readonly sales: readonly Sale[];
  readonly onClose: () => void;
}

/** All trades of a product (section 2), on the side that leaves its button free. Takes the focus when it opens. */
export function SalesPanel({ id, sales, onClose }: SalesPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <aside
      ref={panel}
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="fixed inset-y-0 left-0 z-40 w-full overflow-y-auto overscroll-contain border-r border-line bg-paper shadow-xl outline-none sm:max-w-80 lg:max-w-sm motion-safe:transition-transform motion-safe:duration-150 motion-safe:starting:-translate-x-full"
    >
      <div className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-paper py-2 pr-2 pl-5">
        <h2 id={titleId} className="text-lg">
          All Sales
        </h2>
        <IconButton name="Close" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {sales.length === 0 ? <p className="p-5">{NO_PRICE}</p> : <SalesTable sales={sales} />}
    </aside>
  );
}

/** Newest first. */
function SalesTable({ sales }: Pick<SalesPanelProps, 'sales'>) {
  return (
    <table className="w-full">
      <thead className="text-left text-sm text-muted">
        <tr className="border-b border-line *:px-5 *:py-2 *:font-normal">
          <th scope="col">Size</th>
          <th scope="col" className="text-right">
            Price
          </th>
          <th scope="col" className="text-right">
            Date
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.toReversed().map(({ id, size, priceCents, date }) => (
          <tr key={id} className="border-b border-line *:px-5 *:py-2.5">
            <td>{size}</td>
            <td className="price text-right">{priceText(priceCents)}</td>
            <td className="text-right whitespace-nowrap text-muted tabular-nums">
              <time dateTime={date} title={`The day in UTC. Your time: ${localTime('local', date).text}`}>
                {saleDay(date)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
