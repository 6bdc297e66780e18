import type { SaleRow } from '@perkex/contract/user-data.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { saleDay } from '@perkex/core/market/sale-day.js';
import { shownRows } from '../api/user-data.js';
import { GrowingList } from './growing-list.js';
import { Item } from './item.js';
import { EmptyList, OrderTable } from './order-table.js';

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
            <tr key={row.id} className="border-b border-line">
              <th scope="row" className="py-3 text-left font-normal">
                <Item row={row} note={saleDay(row.date)} />
              </th>
              <td className="price pl-3 text-right">{priceText(row.price)}</td>
            </tr>
          ))}
        </OrderTable>
      )}
    </GrowingList>
  );
}
