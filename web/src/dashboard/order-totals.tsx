import { type OrderRow, type SaleRow, SHOWN_TRADES, type UserData } from '@perkex/contract/user-data.js';
import { amountText, priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { shownRows, totalCents, tradeCountText } from './rows.js';

/** How many orders and trades there are, and what they come to. */
export function OrderTotals({ data }: { data: UserData }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <OpenTotal name="Open asks" rows={data.asks} />
      <OpenTotal name="Open bids" rows={data.bids} />
      <TradedTotal name="Sold" what="after fees" rows={data.sales} />
      <TradedTotal name="Bought" what="with fees" rows={data.purchases} />
    </dl>
  );
}

function OpenTotal({ name, rows }: { name: string; rows: readonly OrderRow[] }) {
  const shown = shownRows(rows);
  const dollars = shown.reduce((sum, { price }) => sum + (price ?? 0), 0);
  return (
    <Total name={name} count={String(shown.length)} sum={`${priceText(dollarsToCents(dollars))} in total`} />
  );
}

interface TradedTotalProps {
  readonly name: string;
  readonly what: 'after fees' | 'with fees';
  readonly rows: readonly SaleRow[];
}

/** What the trades that are shown come to, fees included. */
function TradedTotal({ name, what, rows }: TradedTotalProps) {
  const shown = shownRows(rows);
  const sum = `${amountText(totalCents(shown))} ${what}`;
  const isWhole = shown.length < SHOWN_TRADES;
  return (
    <Total
      name={name}
      count={tradeCountText(rows)}
      sum={isWhole ? sum : `${sum} for the newest ${SHOWN_TRADES}`}
    />
  );
}

function Total({ name, count, sum }: { name: string; count: string; sum: string }) {
  return (
    <div className="bg-paper p-4 md:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block font-display text-3xl font-extrabold tabular-nums">{count}</span>
        <span className="mt-1 block text-sm font-bold tabular-nums">{sum}</span>
      </dd>
    </div>
  );
}
