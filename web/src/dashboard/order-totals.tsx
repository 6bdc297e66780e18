import { type OrderRow, type SaleRow, SHOWN_TRADES, type UserData } from '@perkex/contract/user-data.js';
import { amountText, priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { Placeholder } from '../ui/states.js';
import type { OrderList } from './accepted-order.js';
import { shownRows, soundTrades, totalCents, tradeCountText } from './rows.js';

/** The number and the value of some orders or trades. */
interface Total {
  readonly count: string;
  readonly sum: string;
}

/** The number and the value of orders and trades; null while they load. */
export function OrderTotals({ data }: { data: UserData | null }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <TotalCell name="Open asks" total={data && openTotal(data.asks)} />
      <TotalCell name="Open bids" total={data && openTotal(data.bids)} />
      <TotalCell name="Sold" total={data && tradedTotal(data.sales, 'after fees')} />
      <TotalCell name="Bought" total={data && tradedTotal(data.purchases, 'with fees')} />
    </dl>
  );
}

/** The number and the value of the rows of a list, above it. */
export function ListTotal({ list, rows }: { readonly list: OrderList; readonly rows: readonly OrderRow[] }) {
  const { count, sum } =
    list === 'asks' || list === 'bids' ? openTotal(rows) : tradedOf(list, rows as SaleRow[]);
  return (
    <p className="text-sm text-muted tabular-nums">
      {`${count} ${nameOf(list, count)} · `}
      <span className="font-semibold text-ink">{sum}</span>
    </p>
  );
}

const TOTAL_NAMES: Readonly<Record<OrderList, string>> = {
  asks: 'open ask',
  bids: 'open bid',
  sales: 'sold',
  purchases: 'bought',
};

function nameOf(list: OrderList, count: string): string {
  const isOpen = list === 'asks' || list === 'bids';
  return isOpen && count !== '1' ? `${TOTAL_NAMES[list]}s` : TOTAL_NAMES[list];
}

function tradedOf(list: OrderList, rows: readonly SaleRow[]): Total {
  return tradedTotal(rows, list === 'sales' ? 'after fees' : 'with fees');
}

function openTotal(rows: readonly OrderRow[]): Total {
  const shown = shownRows(rows);
  const dollars = shown.reduce((sum, { price }) => sum + (price ?? 0), 0);
  const sum = shown.length === 0 ? 'None open' : `${priceText(dollarsToCents(dollars))} in total`;
  return { count: String(shown.length), sum };
}

/** Includes fees, over the trades that are listed, without those whose deals have failed. */
function tradedTotal(rows: readonly SaleRow[], what: 'after fees' | 'with fees'): Total {
  const isAll = shownRows(rows).length < SHOWN_TRADES;
  const sound = soundTrades(shownRows(rows));
  const count = isAll ? String(sound.length) : tradeCountText(rows);
  if (sound.length === 0) {
    return { count, sum: 'None yet' };
  }
  const sum = `${amountText(totalCents(sound))} ${what}`;
  return { count, sum: isAll ? sum : `${sum} for the newest ${SHOWN_TRADES}` };
}

function TotalCell({ name, total }: { name: string; total: Total | null }) {
  return (
    <div className="bg-paper p-4 md:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      {total ? (
        <dd>
          <span className="block font-display text-3xl font-extrabold tabular-nums">{total.count}</span>
          <span className="mt-1 block text-sm font-bold tabular-nums">{total.sum}</span>
        </dd>
      ) : (
        <dd aria-hidden>
          <Placeholder className="h-9 w-10" />
          <Placeholder className="mt-1 h-5 w-28 max-w-full" />
        </dd>
      )}
    </div>
  );
}
