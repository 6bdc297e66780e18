import { amountText } from '@perkex/core/market/price-text.js';
import type { FeeBreakdown } from './trade-side.js';

/** The fees and, in large type, the total (section 9). */
export function FeeLines({ fees: { lines, totalCents } }: { fees: FeeBreakdown }) {
  return (
    <dl className="border-y border-line py-3">
      {lines.map(({ name, amountCents }) => (
        <div key={name} className="flex justify-between gap-4 py-1">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular-nums wrap-anywhere">{amountText(amountCents)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 pt-2">
        <dt className="font-semibold">Total</dt>
        <dd className="text-right text-3xl/tight font-bold tabular-nums wrap-anywhere">
          {amountText(totalCents)}
        </dd>
      </div>
    </dl>
  );
}
