import { FIRST_RANGES } from '@perkex/contract/first-screen.js';
import type { MarketIndex } from '@perkex/contract/market.js';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { marketIndexQuery, marketQuery, tradeFeedQuery } from '../api/market.js';
import { changeOver } from '../chart/chart-points.js';
import { SparklineDrawing } from '../chart/sparkline-drawing.js';
import { Change } from '../products/change.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { AboutIndexLink } from './about-index-link.js';
import { Card } from './card.js';
import { GLANCE_TRADE_FEED_ROWS, GlanceFrame } from './glance-frame.js';
import { INDEX_NAME, INDEX_NOT_BEGUN, IndexValue, indexText } from './index-value.js';
import { MOVES_PERIOD, MovesCard } from './moves-card.js';
import { TradeFeedCard } from './trade-feed-card.js';

/** Loads the data of the market on Home. Each part shows its own error. */
export async function readGlance(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(marketIndexQuery(FIRST_RANGES.index)),
    client.prefetchQuery(marketQuery(MOVES_PERIOD)),
    client.prefetchInfiniteQuery(tradeFeedQuery),
  ]);
}

/** The market on Home: its index, the movers and the latest trades. */
export function MarketGlance() {
  return (
    <GlanceFrame
      index={<IndexGlance />}
      movers={<MovesCard />}
      tape={<TradeFeedCard rows={GLANCE_TRADE_FEED_ROWS} />}
    />
  );
}

/** The index and its last year. */
function IndexGlance() {
  const { data, isError, refetch } = useQuery(marketIndexQuery(FIRST_RANGES.index));
  return (
    <Card title={INDEX_NAME} aside={<AboutIndexLink />}>
      <div className="flex flex-1 flex-col gap-4 p-4">
        {data === undefined && isError ? (
          <ErrorNotice onRetry={() => void refetch()}>The index could not be loaded.</ErrorNotice>
        ) : (
          <>
            <IndexValue index={data} />
            {data === undefined ? <Placeholder className="min-h-40 flex-1" /> : <LastYear index={data} />}
          </>
        )}
      </div>
    </Card>
  );
}

function LastYear({ index: { points } }: { index: MarketIndex }) {
  const values = points.map(({ value }) => value);
  if (values.length < 2) {
    return <p className="min-h-40 flex-1 text-muted">{INDEX_NOT_BEGUN}</p>;
  }
  return (
    <>
      <IndexLine values={values} className="h-40 w-full grow" />
      <dl className="-mb-2 divide-y divide-line text-sm">
        <Figure name="1 year">
          <Change percent={changeOver(points)} comparedWith="compared with a year ago" />
        </Figure>
        <Figure name="Lowest">
          <span className="price">{indexText(Math.min(...values))}</span>
        </Figure>
        <Figure name="Highest">
          <span className="price">{indexText(Math.max(...values))}</span>
        </Figure>
      </dl>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface IndexLineProps {
  /** Oldest first; at least two. */
  readonly values: readonly number[];
  readonly className: string;
}

/** A small line of the index, where figures beside it have the same content. */
function IndexLine({ values, className }: IndexLineProps) {
  return (
    <SparklineDrawing
      values={values}
      width={400}
      height={160}
      className={className}
      area={{ className: 'fill-card' }}
    />
  );
}
