import { type SaleRow, SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { amountText } from '@perkex/core/market/price-text.js';
import { saleDay } from '@perkex/core/market/sale-day.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { historyQuery } from '../api/user-data.js';
import { useRowMark } from './accepted-order.js';
import { GrowingList } from './growing-list.js';
import { Item } from './item.js';
import { EmptyList, OrderTable } from './order-table.js';
import { priceOfRow, shownRows, totalCents } from './rows.js';
import { useDashboardUid } from './user.js';

const VERBS: Readonly<Record<Side, string>> = { ask: 'received', bid: 'paid' };

interface PastTradesProps {
  /** The side of the user's orders: 'ask' for sales, 'bid' for purchases. */
  readonly side: Side;
  readonly name: string;
  readonly priceColumn: string;
  readonly rows: readonly SaleRow[];
}

/** Past sales or purchases, newest first. */
export function PastTrades({ side, name, priceColumn, rows }: PastTradesProps) {
  const newestFirst = shownRows(rows).reverse();
  const { olderRows, ...older } = useOlderTrades(side, newestFirst);
  if (newestFirst.length === 0) {
    return <EmptyList />;
  }
  return (
    <GrowingList rows={[...newestFirst, ...olderRows]} older={older}>
      {(shown) => (
        <OrderTable name={name} columns={['Item', priceColumn]}>
          {shown.map((row) => (
            <PastTrade key={row.id} side={side} row={row} />
          ))}
        </OrderTable>
      )}
    </GrowingList>
  );
}

/** Trades that the user's data no longer list, read page by page on request. */
function useOlderTrades(side: Side, newestFirst: readonly SaleRow[]) {
  const uid = useDashboardUid();
  const mayHaveMore = newestFirst.length >= SHOWN_TRADES;
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...historyQuery(uid, side, newestFirst.at(-1)?.id ?? ''),
    enabled: false,
  });
  return {
    olderRows: data?.pages.flatMap(({ trades }) => trades) ?? [],
    hasMore: mayHaveMore && (data === undefined || hasNextPage),
    isReading: isFetching,
    isError,
    read: () => void fetchNextPage(),
  };
}

function PastTrade({ side, row }: { side: Side; row: SaleRow }) {
  const total = `${amountText(totalCents([row]))} ${VERBS[side]}`;
  return (
    <tr className={`border-b border-line ${useRowMark(row.id)}`}>
      <th scope="row" className="py-3 text-left font-normal">
        <Item row={row} notes={[saleDay(row.date), total]} />
      </th>
      <td className="price pl-3 text-right">{priceOfRow(row)}</td>
    </tr>
  );
}
