import { groupBy } from '@perkex/core/group-by.js';
import { highestBidCents, lowestAskCents, ofSize, type SizedPrice } from '@perkex/core/market/figures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import { useId, useState } from 'react';
import { LivePrice } from '../market/live-price.js';
import { Button } from '../ui/button.js';
import { Flash } from '../ui/flash.js';

/** More prices of a side, or more sizes at first, would not help anybody decide. */
const SHOWN_ROWS = 8;

interface BookProps {
  readonly sizes: readonly string[];
  /** Both sides best first. */
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** Asks and bids per size (section 1): the best of every size, or the prices of the chosen one. */
export function Book({ sizes, asks, bids, size }: BookProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="flex min-h-11 items-center text-xl md:text-2xl">
        Asks and Bids
      </h2>
      {size === null ? (
        <BookOfSizes sizes={sizes} asks={asks} bids={bids} />
      ) : (
        <div className="mt-2 grid grid-cols-2 gap-4 md:gap-10">
          <Side title="Bids" orders={ofSize(bids, size)} colour="text-bid" />
          <Side title="Asks" orders={ofSize(asks, size)} colour="text-ask" />
        </div>
      )}
    </section>
  );
}

const HEAD_CLASS = 'border-b border-line text-sm text-muted *:py-2 *:font-normal';

function BookOfSizes({ sizes, asks, bids }: Omit<BookProps, 'size'>) {
  const [isLong, setIsLong] = useState(false);
  const tradedSizes = sizes.filter((size) => [...asks, ...bids].some((order) => order.size === size));
  if (tradedSizes.length === 0) {
    return <p className="mt-2 text-muted">No asks or bids yet. Yours can be the first.</p>;
  }
  return (
    <>
      <table className="mt-2 w-full table-fixed">
        <thead>
          <tr className={HEAD_CLASS}>
            <th scope="col" className="text-left">
              Size
            </th>
            <th scope="col" className="text-right">
              Highest Bid
            </th>
            <th scope="col" className="text-right">
              Lowest Ask
            </th>
          </tr>
        </thead>
        <tbody>
          {tradedSizes.slice(0, isLong ? tradedSizes.length : SHOWN_ROWS).map((size) => (
            <tr key={size} className="border-b border-line *:py-2.5">
              <th scope="row" className="text-left font-semibold">
                {size}
              </th>
              <BestPrice orders={ofSize(bids, size)} best={highestBidCents} colour="text-bid" />
              <BestPrice orders={ofSize(asks, size)} best={lowestAskCents} colour="text-ask" />
            </tr>
          ))}
        </tbody>
      </table>
      {tradedSizes.length > SHOWN_ROWS ? (
        <Button className="mt-4 w-full md:w-auto" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer sizes' : `Show all ${tradedSizes.length} sizes`}
        </Button>
      ) : null}
    </>
  );
}

interface BestPriceProps {
  readonly orders: readonly SizedPrice[];
  readonly best: (orders: readonly SizedPrice[]) => number;
  readonly colour: string;
}

function BestPrice({ orders, best, colour }: BestPriceProps) {
  const priceCents = best(orders);
  return (
    <td className={`price text-right ${priceCents === 0 ? 'text-muted' : colour}`}>
      <LivePrice priceCents={priceCents} />
    </td>
  );
}

interface SideProps {
  readonly title: string;
  readonly orders: readonly SizedPrice[];
  readonly colour: string;
}

/** One side of one size's book: the best prices, and how many pairs there are at each. */
function Side({ title, orders, colour }: SideProps) {
  const levels = priceLevels(orders).slice(0, SHOWN_ROWS);
  return (
    <table className="w-full self-start">
      <caption className="text-left font-semibold">{title}</caption>
      <thead>
        <tr className={HEAD_CLASS}>
          <th scope="col" className="text-left">
            Price
          </th>
          <th scope="col" className="text-right">
            Pairs
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.length === 0 ? (
          <tr>
            <td colSpan={2} className="py-2.5 text-muted">
              {NO_PRICE}
            </td>
          </tr>
        ) : null}
        {levels.map((level) => (
          <tr key={level.priceCents} className="border-b border-line *:py-2.5">
            <td className={`price ${colour}`}>{priceText(level.priceCents)}</td>
            <td className="text-right tabular-nums">
              <Flash of={level.orders}>{level.orders}</Flash>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All open orders of one price. */
interface PriceLevel {
  readonly priceCents: number;
  readonly orders: number;
}

/** How many orders there are at each price, best first as the orders are. */
function priceLevels(orders: readonly SizedPrice[]): PriceLevel[] {
  const byPrice = groupBy(orders, ({ priceCents }) => priceCents);
  return [...byPrice].map(([priceCents, ofThatPrice]) => ({ priceCents, orders: ofThatPrice.length }));
}
