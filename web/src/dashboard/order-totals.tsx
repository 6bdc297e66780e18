import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { shownRows } from '../api/user-data.js';

/** How many orders and trades there are, and what they come to. */
export function OrderTotals({ data }: { data: UserData }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <Total name="Open asks" rows={data.asks} />
      <Total name="Open bids" rows={data.bids} />
      <Total name="Sold" rows={data.sales} />
      <Total name="Bought" rows={data.purchases} />
    </dl>
  );
}

function Total({ name, rows }: { name: string; rows: readonly OrderRow[] }) {
  const shown = shownRows(rows);
  const sum = shown.reduce((dollars, { price }) => dollars + (price ?? 0), 0);
  return (
    <div className="bg-paper p-4 md:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block font-display text-3xl font-extrabold tabular-nums">{shown.length}</span>
        <span className="price mt-1 block text-sm">{priceText(sum)} in total</span>
      </dd>
    </div>
  );
}
