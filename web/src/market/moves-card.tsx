import type { MarketPeriod } from '@perkex/contract/market.js';
import { useQuery } from '@tanstack/react-query';
import { type Market, type MarketListName, marketQuery } from '../api/market.js';
import { ErrorNotice } from '../ui/states.js';
import { Card } from './card.js';
import { MARKET_LISTS, MarketRows } from './market-lists.js';

export const MOVES_PERIOD: MarketPeriod = '7d';
const LISTS: readonly MarketListName[] = ['largestRise', 'largestFall'];
const ROWS = 3;

/** The biggest gainers and losers of the week. */
export function MovesCard() {
  const { data, isError, refetch } = useQuery(marketQuery(MOVES_PERIOD));
  return (
    <Card title="Movers of the last 7 days">
      {data === undefined && isError ? (
        <div className="p-4">
          <ErrorNotice onRetry={() => void refetch()}>The movers could not be loaded.</ErrorNotice>
        </div>
      ) : (
        LISTS.map((name) => (
          <section key={name} className="border-line not-first-of-type:border-t">
            <h4 className="px-4 pt-3 pb-1 text-sm text-muted">{MARKET_LISTS[name].title}</h4>
            <MarketRows name={name} rows={data?.[name].slice(0, shownRows(name, data))} count={ROWS} />
          </section>
        ))
      )}
    </Card>
  );
}

/** A list takes the rows that the other one leaves empty. */
function shownRows(name: MarketListName, data: Market): number {
  const others = LISTS.filter((other) => other !== name).map((other) => data[other].length);
  return ROWS + others.reduce((free, length) => free + Math.max(ROWS - length, 0), 0);
}
