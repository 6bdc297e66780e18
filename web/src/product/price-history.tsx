import type { HistoryBucket, HistoryRange } from '@perkex/contract/figures.js';
import { FIRST_RANGES } from '@perkex/contract/first-screen.js';
import type { LastSale } from '@perkex/contract/products.js';
import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { productHistoryQuery, productOddSalesQuery } from '../api/product-figures.js';
import { Chart } from '../chart/chart.js';
import type { ChartPoint, Outlier } from '../chart/chart-points.js';
import { Button } from '../ui/button.js';
import { dollarText } from './dollar-text.js';

interface PriceHistoryProps {
  readonly productId: number;
  /** Null for all sizes. */
  readonly size: string | null;
  /** True if the product has ever been sold. */
  readonly hasSales: boolean;
}

/** The chart of a product's trade prices over time. */
export function PriceHistory({ productId, size, hasSales }: PriceHistoryProps) {
  const [range, setRange] = useState<HistoryRange>(FIRST_RANGES.product);
  const { data, isPlaceholderData, isError, refetch } = useQuery(productHistoryQuery(productId, size, range));
  const points = useMemo(() => data?.map(pointOf), [data]);
  const odd = useQuery(productOddSalesQuery(productId, size, range)).data;
  const outliers = useMemo(() => odd?.map(outlierOf) ?? [], [odd]);
  return (
    <Chart
      heading="Price history"
      valueName="Average"
      valueText={dollarText}
      countText={(sales) => counted(sales, 'sale')}
      points={points}
      outliers={outliers}
      // Across several sizes, the last point may belong to larger sizes than the first.
      hasChange={size !== null}
      isOutdated={isPlaceholderData}
      hasFailed={isError}
      onRetry={() => void refetch()}
      range={range}
      onRange={setRange}
      empty={hasSales ? <NothingLately onShowAll={() => setRange('ALL')} /> : <NothingYet />}
    />
  );
}

function NothingYet() {
  return (
    <>
      <p className="font-semibold">No sales yet</p>
      <p className="mt-1 text-muted">This line begins with the first pair sold.</p>
    </>
  );
}

function NothingLately({ onShowAll }: { onShowAll: () => void }) {
  return (
    <>
      <p className="mb-3 font-semibold">No sales in this time</p>
      <Button onClick={onShowAll}>Show earlier ones</Button>
    </>
  );
}

function pointOf({ start, average, low, high, sales }: HistoryBucket): ChartPoint {
  return { start, value: average, low, high, count: sales };
}

function outlierOf({ id, size, price, date }: LastSale): Outlier {
  return { id, atMs: Date.parse(date), value: price, name: `Odd sale, size ${size}` };
}
