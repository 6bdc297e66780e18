import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { ReactNode } from 'react';
import type { Collection } from '../api/collection.js';
import { Change } from '../products/change.js';
import { Flash } from '../ui/flash.js';
import { gainText } from './gain-text.js';

interface CollectionTotalProps {
  readonly pairs: number;
  readonly total: Collection['total'];
}

/** The total of the pairs that have a price. */
export function CollectionTotal({
  pairs,
  total: { unpriced, price, worth, gain, gainPercent },
}: CollectionTotalProps) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line @max-[17rem]:grid-cols-1 @min-[40rem]:grid-cols-4">
        <TotalCell name="Pairs">{pairs}</TotalCell>
        <TotalCell name="Bought for">{priceText(dollarsToCents(price))}</TotalCell>
        <TotalCell name="Worth now">
          <Flash of={worth}>{priceText(dollarsToCents(worth))}</Flash>
        </TotalCell>
        <TotalCell name="Gain" more={<Change percent={gainPercent} comparedWith="of what you paid" />}>
          {gainText(gain)}
        </TotalCell>
      </dl>
      {unpriced === 0 ? null : (
        <p className="mt-2 text-sm text-muted">
          {unpriced === 1
            ? 'One pair has no price now and is left out of these sums.'
            : `${unpriced} pairs have no price now and are left out of these sums.`}
        </p>
      )}
    </div>
  );
}

interface TotalCellProps {
  readonly name: string;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

function TotalCell({ name, more, children }: TotalCellProps) {
  return (
    <div className="min-w-0 bg-paper p-4 md:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-2xl font-extrabold wrap-anywhere tabular-nums md:text-3xl">
          {children}
        </span>
        {more}
      </dd>
    </div>
  );
}
