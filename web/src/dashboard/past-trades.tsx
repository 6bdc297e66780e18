import { type FailedState, type SaleRow, SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { amountText } from '@perkex/core/market/price-text.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { orderName } from '../api/order-name.js';
import { historyQuery } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { GrowingList } from '../lists/growing-list.js';
import { Item } from '../lists/item.js';
import { OrderTable, PriceCell } from '../lists/order-table.js';
import { SaleTime } from '../products/local-sale-time.js';
import { Link } from '../routing/link.js';
import { IconButton } from '../ui/button.js';
import { useDashboardUserId } from '../user/user.js';
import { useRowMark } from './accepted-order.js';
import { EmptyList } from './empty-list.js';
import { ListTotal } from './order-totals.js';
import { ReceiptDialog } from './receipt-dialog.js';
import { priceOfRow, shownRows, totalCents } from './rows.js';

/** The label of the total of a sale or a purchase, beside its price. */
const TOTALS: Readonly<Record<Side, string>> = { ask: 'after fees', bid: 'with fees' };

/** The words for the state of a failed deal, in place of the total. */
const FAILED_LABELS: Readonly<Record<FailedState, string>> = {
  rejected: 'Rejected',
  lost: 'Lost',
  cancelled: 'Cancelled',
  closed: 'Closed',
};

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
    return <EmptyList list={side === 'ask' ? 'sales' : 'purchases'} />;
  }
  return (
    <>
      <ListTotal list={side === 'ask' ? 'sales' : 'purchases'} rows={rows} />
      <GrowingList rows={[...newestFirst, ...olderRows]} older={older}>
        {(shown) => {
          const hasDeals = shown.some(({ deal }) => deal !== null);
          const columns = ['Item', priceColumn, ...(hasDeals ? ['Order'] : [])];
          return (
            <OrderTable name={name} columns={columns} buttonColumn="Receipt" hasCards>
              {shown.map((row) => (
                <PastTrade
                  key={orderName(row)}
                  side={side}
                  priceColumn={priceColumn}
                  row={row}
                  hasDeals={hasDeals}
                />
              ))}
            </OrderTable>
          );
        }}
      </GrowingList>
    </>
  );
}

/** Trades that the user's data no longer list, loaded page by page on request. */
function useOlderTrades(side: Side, newestFirst: readonly SaleRow[]) {
  const userId = useDashboardUserId();
  const mayHaveMore = newestFirst.length >= SHOWN_TRADES;
  const oldest = newestFirst.at(-1);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...historyQuery(userId, side, oldest ? orderName(oldest) : ''),
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

interface PastTradeProps {
  readonly side: Side;
  readonly priceColumn: string;
  readonly row: SaleRow;
  /** True if the table has a column for links to deals. */
  readonly hasDeals: boolean;
}

function PastTrade({ side, priceColumn, row, hasDeals }: PastTradeProps) {
  const outcome = row.failed ? (
    <span className="font-semibold text-ink">{FAILED_LABELS[row.failed]}</span>
  ) : (
    `${amountText(totalCents([row]))} ${TOTALS[side]}`
  );
  return (
    <tr
      className={`relative border-b border-line max-lg:grid max-lg:grid-cols-2 max-lg:gap-3 max-lg:py-4 ${useRowMark(row)}`}
    >
      <th scope="row" className="text-left font-normal max-lg:col-span-2 max-lg:pr-11 lg:py-2">
        <Item row={row} isWide>
          <span className="lg:w-36">
            <SaleTime date={row.date} />
          </span>
          <span className="w-34 text-right tabular-nums max-lg:hidden">{outcome}</span>
        </Item>
      </th>
      <PriceCell column={priceColumn}>{priceOfRow(row)}</PriceCell>
      {/* In a card the total has a row of its own. */}
      <td className="lg:hidden">
        <span aria-hidden className="block text-xs/5 text-muted">
          {row.failed ? 'Order' : 'Total'}
        </span>
        <span className="block text-base/6 tabular-nums">{outcome}</span>
      </td>
      {hasDeals ? (
        <td className="max-lg:col-span-2 max-lg:-my-2.5 max-lg:empty:hidden lg:text-right">
          {row.deal === null ? null : <DealLink row={row} deal={row.deal} />}
        </td>
      ) : null}
      <td className="max-lg:absolute max-lg:top-4 max-lg:-right-2 lg:text-right">
        <ReceiptButton side={side} row={row} />
      </td>
    </tr>
  );
}

/** Leads from a trade to its deal. */
function DealLink({ row: { name, size }, deal }: { readonly row: SaleRow; readonly deal: string }) {
  return (
    <Link
      to={paths.deal(deal)}
      aria-label={`Details: ${name}, size ${size}`}
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      Details
    </Link>
  );
}

function ReceiptButton({ side, row }: { side: Side; row: SaleRow }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        name={`Receipt: ${row.name}, size ${row.size}`}
        aria-haspopup="dialog"
        className="text-muted hover:text-ink"
        onClick={() => setIsOpen(true)}
      >
        <ReceiptText aria-hidden className="size-5" />
      </IconButton>
      {isOpen ? <ReceiptDialog side={side} row={row} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
