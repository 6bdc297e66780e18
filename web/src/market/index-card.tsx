import type { HistoryRange } from '@perkex/contract/figures.js';
import { FIRST_RANGES } from '@perkex/contract/first-screen.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { marketIndexQuery } from '../api/market.js';
import { Chart } from '../chart/chart.js';
import { AboutIndexLink } from './about-index-link.js';
import { Card } from './card.js';
import { INDEX_NAME, INDEX_NOT_BEGUN, IndexValue, indexText } from './index-value.js';

/** The market index with its value and history. */
export function IndexCard() {
  const [range, setRange] = useState<HistoryRange>(FIRST_RANGES.index);
  const { data, isError, refetch, isPlaceholderData } = useQuery(marketIndexQuery(range));
  const points = useMemo(() => data?.points, [data]);
  return (
    <Card title={INDEX_NAME} heading="h2" aside={<AboutIndexLink />}>
      <div className="flex flex-col gap-2 p-4">
        <IndexValue index={data} />
        <Chart
          heading="History"
          valueName="Index"
          valueText={indexText}
          points={points}
          hasChange
          isOutdated={isPlaceholderData}
          hasFailed={isError}
          onRetry={() => void refetch()}
          range={range}
          onRange={setRange}
          empty={<p className="text-muted">{INDEX_NOT_BEGUN}</p>}
        />
      </div>
    </Card>
  );
}
