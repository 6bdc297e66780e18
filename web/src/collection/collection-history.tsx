import type { HistoryRange } from '@perkex/contract/figures.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { collectionHistoryQuery } from '../api/collection.js';
import { Chart } from '../chart/chart.js';

const WORTH = 'Worth';
const BOUGHT_FOR = 'Bought for';

/** The valuation of the collection over time, compared with its cost. */
export function CollectionHistory({ userId }: { readonly userId: string }) {
  const [range, setRange] = useState<HistoryRange>('6M');
  const { data, isPlaceholderData, isError, refetch } = useQuery(collectionHistoryQuery(userId, range));
  const points = useMemo(
    () => data?.map(({ start, worth, price }) => ({ start, value: worth, reference: price })),
    [data],
  );
  return (
    <div>
      <Chart
        heading="Over time"
        valueName={WORTH}
        referenceName={BOUGHT_FOR}
        valueText={dollarText}
        points={points}
        isOutdated={isPlaceholderData}
        hasFailed={isError}
        onRetry={() => void refetch()}
        range={range}
        onRange={setRange}
        empty={<p className="text-muted">No sale or bid says yet what your pairs are worth.</p>}
      />
      <p aria-hidden className="mt-2 flex gap-5 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span className="w-6 border-t-2 border-ink" />
          {WORTH}
        </span>
        <span className="flex items-center gap-2">
          <span className="w-6 border-t-2 border-dashed border-muted" />
          {BOUGHT_FOR}
        </span>
      </p>
    </div>
  );
}

function dollarText(dollars: number): string {
  return `${dollars}$`;
}
