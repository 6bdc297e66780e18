import { backtest } from '@perkex/core/figures/backtest.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { productHistoryQuery } from '../api/product-figures.js';
import { paths } from '../links/paths.js';
import { announceLive } from '../live/announce.js';
import { Link } from '../routing/link.js';
import { PANEL } from './moved-price.js';

/** The range of the sales that the panel reads. */
export const HISTORY_RANGE = '3M';
/** Longer than the pauses between two digits. */
const TYPING_PAUSE_MS = 1_500;

interface PriceBacktestProps {
  readonly id: string;
  readonly productId: number;
  readonly size: string;
  readonly side: Side;
  /** The user's own price; null while the panel has the market's price, or none. */
  readonly priceCents: number | null;
  /** Called before the link leads away from the panel. */
  readonly onLeave: () => void;
}

/**
 * The result of an order at this price in the last weeks. The space is reserved, and stays empty while the sales
 * load, if there are too few, or if they cannot be read: the panel works without.
 */
export function PriceBacktest({ id, productId, size, side, priceCents, onLeave }: PriceBacktestProps) {
  // All prices are tested against the same cached response.
  const { data } = useQuery(productHistoryQuery(productId, size, HISTORY_RANGE));
  const days = data?.map(({ start, sales, high, low }) => ({
    day: start,
    sales,
    highCents: dollarsToCents(high),
    lowCents: dollarsToCents(low),
  }));
  const result = days && priceCents ? backtest(side, priceCents, days, dayAt(Date.now())) : null;
  const sentence =
    result && priceCents
      ? `At ${formatPrice(priceCents)}: filled within 7 days in ${result.filled} of the last ${result.weeks} weeks`
      : '';
  useAnnouncedAfterTyping(sentence);
  return (
    <p id={id} className="min-h-10 text-xs/5 text-muted min-[22.5rem]:min-h-5 sm:text-sm/5">
      {sentence === '' ? null : (
        <Link
          to={`${paths.helpPage('how-it-works')}#what-a-price-would-have-done`}
          onClick={onLeave}
          className="underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {sentence}
        </Link>
      )}
    </p>
  );
}

/** The first sentence is read with the input, which it describes. */
function useAnnouncedAfterTyping(sentence: string): void {
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (sentence === '' || announced.current === sentence) {
      return;
    }
    if (announced.current === null) {
      announced.current = sentence;
      return;
    }
    const timer = setTimeout(() => {
      announced.current = sentence;
      announceLive(sentence, PANEL);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
}
