import type { QueuePlaceRow } from '@perkex/contract/queue-places.js';
import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { orderName } from '../api/order-name.js';
import type { PriceRuleRow } from '../api/price-rules.js';
import { pricesQuery } from '../api/user-data.js';
import { GrowingList } from '../lists/growing-list.js';
import { Item } from '../lists/item.js';
import { OrderTable, PriceCell } from '../lists/order-table.js';
import { AllInPrice, FeesSwitch } from '../products/all-in-price.js';
import { LivePrice } from '../products/live-price.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { useSettled } from '../ui/use-settled.js';
import { useRowMark } from './accepted-order.js';
import { ChangeLink, RenewButton } from './change-order.js';
import { EmptyList } from './empty-list.js';
import { expiryText } from './expiry-text.js';
import { isRowOf, useLinkedRow, useRowAddress } from './linked-row.js';
import { ListTotal } from './order-totals.js';
import { OutbidLine } from './outbid-line.js';
import { PriceRuleLine, usePriceRules } from './price-rule-line.js';
import { QueuePlaceLine, useQueuePlaces } from './queue-place-line.js';
import { OPEN_SIDES, type OpenSide, RemoveButton } from './remove-button.js';
import { priceOfRow, shownRows } from './rows.js';
import { SizesOfGroup } from './sizes-of-group.js';
import { useFollowedPrices } from './use-followed-prices.js';

interface OpenOrdersProps {
  readonly side: OpenSide;
  readonly name: string;
  /** The heading of the column with the orders' prices. */
  readonly priceColumn: string;
  readonly rows: readonly OpenOrderRow[];
}

/** Open asks or bids, newest first, each with the best prices of its product and size. */
export function OpenOrders({ side, name, priceColumn, rows }: OpenOrdersProps) {
  const address = useRowAddress();
  const newestFirst = shownRows(rows).reverse();
  if (newestFirst.length === 0) {
    return <EmptyList list={OPEN_SIDES[side].list} />;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ListTotal list={OPEN_SIDES[side].list} rows={rows} />
        <FeesSwitch />
      </div>
      <GrowingList rows={newestFirst} shownIndex={newestFirst.findIndex((row) => isRowOf(address, row))}>
        {(shown) => (
          <ShownOrders side={side} name={name} priceColumn={priceColumn} rows={shown} allRows={newestFirst} />
        )}
      </GrowingList>
    </>
  );
}

interface ShownOrdersProps extends OpenOrdersProps {
  readonly allRows: readonly OpenOrderRow[];
}

function ShownOrders({ side, name, priceColumn, rows, allRows }: ShownOrdersProps) {
  useFollowedPrices(rows);
  const unread = useUnreadPrices(rows);
  const places = useQueuePlaces(rows);
  const rules = usePriceRules(side === 'ask');
  const isSettled = useSettled(rows.map(orderName).join());
  const retry = () => {
    for (const refetch of unread) {
      void refetch();
    }
  };
  const table = (
    <OrderTable
      name={name}
      columns={['Item', priceColumn, 'Highest Bid', 'Lowest Ask']}
      buttonColumn="Change or remove"
      hasCards
    >
      {rows.map((row) => (
        <OpenOrder
          key={orderName(row)}
          side={side}
          priceColumn={priceColumn}
          row={row}
          allRows={allRows}
          place={places.get(orderName(row))}
          rule={rules.get(orderName(row))}
          isSettled={isSettled}
        />
      ))}
    </OrderTable>
  );
  return (
    <>
      {unread.length > 0 ? <ErrorNotice onRetry={retry}>The prices could not be loaded.</ErrorNotice> : null}
      {table}
    </>
  );
}

/** The refetches of the prices beside these orders that could not be read. */
function useUnreadPrices(rows: readonly OpenOrderRow[]) {
  const priced = rows.filter(({ price }) => price !== null);
  const books = new Map(priced.map(({ name, size }) => [`${size}/${name}`, pricesQuery(name, size)]));
  return useQueries({ queries: [...books.values()], combine: refetchesOfUnread });
}

const refetchesOfUnread = (results: readonly UseQueryResult<number[]>[]) =>
  results.filter(isUnread).map(({ refetch }) => refetch);

/** True from the first failure until the prices are read, also while that is tried again. */
function isUnread({ data, errorUpdateCount }: UseQueryResult<number[]>): boolean {
  return data === undefined && errorUpdateCount > 0;
}

interface OpenOrderProps {
  readonly side: OpenSide;
  readonly priceColumn: string;
  readonly row: OpenOrderRow;
  readonly allRows: readonly OpenOrderRow[];
  readonly place: QueuePlaceRow | undefined;
  readonly rule: PriceRuleRow | undefined;
  readonly isSettled: boolean;
}

function OpenOrder({ side, priceColumn, row, allRows, place, rule, isSettled }: OpenOrderProps) {
  const mark = useRowMark(row);
  const linked = useLinkedRow(row);
  // Rows without a price have no market prices either (section 3).
  const prices = useQuery({ ...pricesQuery(row.name, row.size), enabled: row.price !== null });
  const [lowestAskCents, highestBidCents] = row.price === null ? [null, null] : (prices.data ?? []);
  const hasFailed = isUnread(prices);
  return (
    <tr
      ref={linked.ref}
      className={`relative scroll-mt-24 border-b border-line max-lg:grid max-lg:grid-cols-3 max-lg:gap-x-3 max-lg:gap-y-3 max-lg:py-4 ${mark} ${linked.mark}`}
    >
      <th scope="row" className="text-left font-normal max-lg:col-span-3 max-lg:pr-11 lg:py-2">
        <Item row={row} isWide>
          {row.expiresAt === undefined ? null : <span>{expiryText(row.expiresAt, Date.now())}</span>}
          {row.relist === false ? <span>Not listed again if unpaid</span> : null}
          <SizesOfGroup row={row} rows={allRows} />
        </Item>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden lg:pl-19">
          <QueuePlaceLine side={side} row={row} place={place} />
          <OutbidLine
            side={side}
            row={row}
            rows={allRows}
            lowestAskCents={lowestAskCents}
            highestBidCents={highestBidCents}
          />
          <PriceRuleLine rule={rule} />
          <RenewButton side={side} row={row} />
        </div>
      </th>
      <PriceCell column={priceColumn}>
        {priceOfRow(row)}
        <AllInPrice side={side} priceCents={row.price === null ? null : dollarsToCents(row.price)} />
      </PriceCell>
      <PriceCell column="Highest Bid">
        <MarketPrice side={side} priceCents={highestBidCents} hasFailed={hasFailed} />
      </PriceCell>
      <PriceCell column="Lowest Ask">
        <MarketPrice side={side} priceCents={lowestAskCents} hasFailed={hasFailed} />
      </PriceCell>
      <td className="max-lg:absolute max-lg:top-4 max-lg:-right-2 max-lg:flex max-lg:flex-col-reverse lg:w-24 lg:text-right">
        <ChangeLink side={side} row={row} />
        <RemoveButton side={side} row={row} isSettled={isSettled} />
      </td>
    </tr>
  );
}

interface MarketPriceProps {
  readonly side: OpenSide;
  readonly priceCents: number | null | undefined;
  readonly hasFailed: boolean;
}

/** A price of the market, once it has loaded. */
function MarketPrice({ side, priceCents, hasFailed }: MarketPriceProps) {
  if (hasFailed) {
    return (
      <>
        <span aria-hidden>?</span>
        <span className="sr-only">could not be loaded</span>
      </>
    );
  }
  return priceCents === undefined ? (
    <Placeholder className="h-6 w-14 lg:ml-auto" />
  ) : (
    <>
      <LivePrice priceCents={priceCents} className="font-medium" />
      <AllInPrice side={side} priceCents={priceCents} />
    </>
  );
}
