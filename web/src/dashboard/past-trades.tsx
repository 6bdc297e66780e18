import type { SaleRow } from '@perkex/contract/user-data.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { shownRows } from '../api/user-data.js';
import { GrowingList } from './growing-list.js';
import { Item } from './item.js';
import { EmptyList, OrderTable, PriceCell } from './order-table.js';
import { dayOf } from './trade-day.js';

interface PastTradesProps {
  readonly name: string;
  readonly priceColumn: string;
  readonly rows: readonly SaleRow[];
}

/** Past sales or purchases, the newest first. */
export function PastTrades({ name, priceColumn, rows }: PastTradesProps) {
  const newestFirst = shownRows(rows).reverse();
  if (newestFirst.length === 0) {
    return <EmptyList />;
  }
  return (
    <GrowingList rows={newestFirst}>
      {(shown) => (
        <OrderTable name={name} columns={['Item', priceColumn]}>
          {shown.map((row) => (
            <tr
              key={row.id}
              className="border-b border-line max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-3 max-lg:py-4 max-lg:text-right"
            >
              <th scope="row" className="min-w-0 text-left font-normal lg:py-3">
                <Item row={row} note={dayOf(row)} />
              </th>
              <PriceCell column={priceColumn}>{priceText(row.price)}</PriceCell>
            </tr>
          ))}
        </OrderTable>
      )}
    </GrowingList>
  );
}
