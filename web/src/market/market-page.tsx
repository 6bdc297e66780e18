import { FIRST_RANGES } from '@perkex/contract/first-screen.js';
import type { MarketPeriod } from '@perkex/contract/market.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Market, type MarketListName, marketIndexQuery, marketQuery } from '../api/market.js';
import { paths } from '../links/paths.js';
import { useSearchParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { ErrorNotice } from '../ui/states.js';
import { TabStrip, tabId } from '../ui/tab-strip.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { AboutIndex } from './about-index.js';
import { IndexCard } from './index-card.js';
import { MarketList } from './market-lists.js';
import { TradeFeedCard } from './trade-feed-card.js';

const PERIODS: readonly { readonly value: MarketPeriod; readonly label: string }[] = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
];
const LISTS: readonly MarketListName[] = [
  'mostSold',
  'largestRise',
  'largestFall',
  'largestPremium',
  'narrowestSpread',
];
const LIST_ROWS = 5;
/** As high as the index beside it. */
const TRADE_FEED_ROWS = 5;

/** The whole market: its index, its latest trades, and the movers. */
export function MarketPage() {
  usePageTitle('Market');
  return (
    <>
      <h1 className="text-3xl md:text-4xl">Market</h1>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-muted">What sells, what moves, and where prices are going.</p>
        <LastClose />
      </div>
      <div className="mt-5 grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6">
        <IndexCard />
        <TradeFeedCard rows={TRADE_FEED_ROWS} heading="h2" isLong />
      </div>
      <section className="mt-8 md:mt-10">
        <Lists />
      </section>
    </>
  );
}

/** The link to the newest close, once there is one. */
function LastClose() {
  const { data } = useQuery(marketIndexQuery(FIRST_RANGES.index));
  const day = data?.lastClose ?? null;
  return day === null ? null : (
    <Link
      to={paths.marketDay(day)}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      The close of {longDay(day)}
    </Link>
  );
}

function Lists() {
  const panelId = useId();
  const [period, setPeriod] = usePeriod();
  const { data, isError, refetch, isPlaceholderData } = useQuery(marketQuery(period));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="flex min-h-11 items-center text-xl md:text-2xl">Movers</h2>
        <TabStrip
          name="Movers of"
          look="pill"
          tabs={PERIODS}
          open={period}
          onOpen={setPeriod}
          panelId={panelId}
        />
      </div>
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, period)}
        aria-busy={data === undefined || isPlaceholderData}
        className={`mt-3 ${isPlaceholderData ? 'opacity-50' : ''}`}
      >
        {data === undefined && isError ? (
          <ErrorNotice onRetry={() => void refetch()}>The movers could not be loaded.</ErrorNotice>
        ) : (
          // A short list is as high as its rows.
          <div className="grid items-start gap-4 md:grid-cols-2 lg:gap-6 xl:grid-cols-3">
            {emptyLast(data).map((name) => (
              <MarketList key={name} name={name} rows={data?.[name]} count={LIST_ROWS} />
            ))}
            <AboutIndex />
          </div>
        )}
      </div>
    </>
  );
}

function emptyLast(data: Market | undefined): readonly MarketListName[] {
  return LISTS.toSorted((a, b) => Number(data?.[a].length === 0) - Number(data?.[b].length === 0));
}

/** The period of the lists. It is kept in the address, so that going back restores it. */
function usePeriod(): [MarketPeriod, (period: MarketPeriod) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const wanted = searchParams.get('period');
  const period = PERIODS.find(({ value }) => value === wanted)?.value ?? '24h';
  const choose = (chosen: MarketPeriod) => setSearchParams({ period: chosen }, { replace: true });
  return [period, choose];
}
