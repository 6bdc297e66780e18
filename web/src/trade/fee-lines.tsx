import { amountText } from '@perkex/core/market/price-text.js';
import type { FeeBreakdown } from '../products/fee-breakdown.js';

interface FeeLinesProps {
  readonly priceCents: number;
  readonly fees: FeeBreakdown;
}

/** The price, the fees and, in large type, the total (section 9). */
export function FeeLines({ priceCents, fees: { lines, totalCents, totalMeans } }: FeeLinesProps) {
  return (
    <dl className="border-y border-line py-3">
      <div className="flex justify-between gap-4 py-1">
        <dt className="text-muted">Price</dt>
        <dd className="tabular-nums wrap-anywhere">{amountText(priceCents)}</dd>
      </div>
      {lines.map(({ name, amountCents, sign, note }) => (
        <div key={name} className="flex justify-between gap-4 py-1">
          <dt className="text-muted">
            {name}
            {note === undefined ? null : <span className="block text-sm">{note}</span>}
          </dt>
          <dd className={`shrink-0 tabular-nums ${SIGN_CLASS[sign]}`}>{amountText(amountCents)}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline gap-x-3 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="order-2 ml-auto text-right text-3xl/tight font-bold tabular-nums wrap-anywhere">
          {amountText(totalCents)}
        </dd>
        {totalMeans === undefined ? null : <dd className="text-sm text-muted">{totalMeans}</dd>}
      </div>
    </dl>
  );
}

/** The amounts follow section 9. */
const SIGN_CLASS = { '+': "before:content-['+_']", '−': "before:content-['−_']" } as const;
