import type { MarketDay } from '@perkex/contract/market-day.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { NO_PRICE } from '@perkex/core/market/price-text.js';
import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { marketDayQuery } from '../api/market-day.js';
import { paths } from '../links/paths.js';
import { Change } from '../products/change.js';
import { ProductPicture } from '../products/product-picture.js';
import { useParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { dayText } from '../ui/moment.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { Card } from './card.js';
import { INDEX_NAME } from './index-value.js';

/** The close: a day of the market that is over, for ever at its address (docs/market-figures.md, "The close"). */
export function MarketDayPage() {
  const { day = '' } = useParams();
  const { data: close, isError, refetch } = useQuery(marketDayQuery(day));
  usePageTitle(close ? `The close of ${longDay(close.day)}` : 'The close');
  if (close === null) {
    return <NoClose />;
  }
  return (
    <>
      <p className="text-sm text-muted">The close</p>
      <h1 className="text-3xl md:text-4xl">{close ? longDay(close.day) : 'The close'}</h1>
      {close ? (
        <Close close={close} />
      ) : isError ? (
        <div className="mt-5">
          <ErrorNotice onRetry={() => void refetch()}>The close could not be loaded.</ErrorNotice>
        </div>
      ) : (
        <div role="status" className="mt-5 flex flex-col gap-4">
          <span className="sr-only">Loading</span>
          <Placeholder className="h-14" />
          <Placeholder className="h-24" />
          <Placeholder className="h-64" />
        </div>
      )}
    </>
  );
}

function NoClose() {
  return (
    <div className="flex flex-col items-start gap-5">
      <h1 className="text-3xl md:text-4xl">No close for this day</h1>
      <p className="max-w-prose">
        A day has its close once it is over, at midnight UTC, from the day of the first sale on.
      </p>
      <Link to={paths.market} className={buttonClass()}>
        The market
      </Link>
    </div>
  );
}

function Close({ close }: { readonly close: MarketDay }) {
  const { sentences, index, sales, products, turnover, dearest, rises, falls, mostSold, highs, lows } = close;
  return (
    <>
      <DayLinks close={close} />
      <p className="mt-5 max-w-[68ch] text-lg/8">{sentences.join(' ')}</p>
      {sales === 0 ? null : (
        <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3 lg:grid-cols-5">
          <Figure name={INDEX_NAME}>
            {index === null ? NO_PRICE : index.value.toFixed(2)}
            <span className="ml-2 text-sm">
              <Change percent={index?.change ?? null} comparedWith="since the previous close" />
            </span>
          </Figure>
          <Figure name="Pairs sold">{sales}</Figure>
          <Figure name="Sneakers">{products}</Figure>
          <Figure name="Turnover">{dollars(turnover)}</Figure>
          <Figure name="Highest price" className="max-lg:col-span-2">
            {dearest === null ? NO_PRICE : dollars(dearest.price)}
          </Figure>
        </dl>
      )}
      <div className="mt-6 gap-4 md:columns-2 lg:gap-6">
        <Products title="Largest rises" rows={rises}>
          {({ change }) => <Change percent={change} comparedWith="compared with the 30 days before" />}
        </Products>
        <Products title="Largest falls" rows={falls}>
          {({ change }) => <Change percent={change} comparedWith="compared with the 30 days before" />}
        </Products>
        <Products title="Most sold" rows={mostSold}>
          {({ sales: sold }) => <span className="price">{sold} sold</span>}
        </Products>
        <Products title="New highs" rows={highs}>
          {(row) => <Record {...row} />}
        </Products>
        <Products title="New lows" rows={lows}>
          {(row) => <Record {...row} />}
        </Products>
      </div>
      <p className="mt-6 max-w-prose text-sm text-muted">
        A day ends at midnight UTC.{' '}
        <Link
          to={`${paths.helpPage('how-it-works')}#odd-sales-and-price-changes`}
          className="underline underline-offset-4"
        >
          Odd sales
        </Link>{' '}
        do not count, and neither do trades that were undone or not paid. If one is found later, this page is
        corrected.
      </p>
    </>
  );
}

/** The days before and after this one. */
function DayLinks({ close: { previous, next } }: { readonly close: MarketDay }) {
  return (
    <nav
      aria-label="Days"
      className="mt-3 flex items-center justify-between gap-2 border-y border-line py-1.5"
    >
      <DayLink day={previous} rel="prev" />
      <DayLink day={next} rel="next" />
    </nav>
  );
}

function DayLink({ day, rel }: { readonly day: string | null; readonly rel: 'prev' | 'next' }) {
  if (day === null) {
    return rel === 'prev' ? <span /> : <span className="text-sm text-muted">The newest close</span>;
  }
  return (
    <Link
      to={paths.marketDay(day)}
      rel={rel}
      className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold underline-offset-4 hover:underline md:text-base"
    >
      {rel === 'prev' ? <ChevronLeft aria-hidden className="size-5" /> : null}
      {dayText('utc', day)}
      {rel === 'next' ? <ChevronRight aria-hidden className="size-5" /> : null}
    </Link>
  );
}

interface FigureProps {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Figure({ name, className = '', children }: FigureProps) {
  return (
    <div className={`bg-paper p-4 ${className}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="price mt-1 flex flex-wrap items-baseline text-xl font-semibold">{children}</dd>
    </div>
  );
}

interface ProductsProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The figure beside a product. */
  readonly children: (row: Row) => ReactNode;
}

/** Products of the day; nothing without any. */
function Products<Row extends { readonly id: number; readonly name: string; readonly thumbnail: string }>({
  title,
  rows,
  children,
}: ProductsProps<Row>) {
  return rows.length === 0 ? null : (
    <Card title={title} heading="h2" className="mb-4 break-inside-avoid lg:mb-6">
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="border-line not-first:border-t">
            <Link
              to={paths.product(row.id)}
              className="grid min-h-16 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 hover:bg-card"
            >
              <span className="rounded-control bg-card p-1">
                <ProductPicture src={row.thumbnail} />
              </span>
              <span className="line-clamp-2 text-sm/5 font-semibold wrap-anywhere">{row.name}</span>
              <span className="text-right text-sm">{children(row)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Record({ price, before }: { readonly price: number; readonly before: number }) {
  return (
    <>
      <span className="price block font-semibold">{dollars(price)}</span>
      <span className="text-xs text-muted">{dollars(before)} before</span>
    </>
  );
}

function dollars(amount: number): string {
  return formatPrice(dollarsToCents(amount));
}
