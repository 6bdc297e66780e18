import type { LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import { useEffect, useMemo } from 'react';
import type { ReviewedOrder } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { useUserId } from '../identity/session/auth-store.js';
import { ALL_SIZES } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import type { LinkProps } from '../routing/link.js';
import { useOwnSize } from '../sizing/use-sizing.js';
import { type Arrival, buyModeIn, readArrival, recordOf } from './arrival.js';
import type { TradeSide } from './trade-side.js';

/** The current step of the flow, and the navigation between steps. Each step is a history entry. */
export interface TradeSteps {
  readonly arrival: Arrival;
  /** The chosen size; null in the size selection. */
  readonly size: string | null;
  /** The order under review; null in the earlier steps. */
  readonly review: ReviewedOrder | null;
  readonly toSize: (size: string) => StepLink;
  readonly toSizes: StepLink;
  readonly openReview: (review: ReviewedOrder) => void;
  /** Replaces the open review. */
  readonly replaceReview: (review: ReviewedOrder) => void;
  readonly closeReview: () => void;
  /** Stores the choice in this history entry, so that coming back restores it. */
  readonly keepChoice: (choice: KeptChoice) => void;
}

interface KeptChoice {
  readonly mode: PanelMode;
  readonly priceCents: number;
  readonly expiresIn: LifetimeDays;
  readonly isRelisting: boolean;
  readonly otherSizes: readonly string[];
}

export type StepLink = Pick<LinkProps, 'to' | 'state'>;

export function useTradeSteps(side: TradeSide, product: Product): TradeSteps {
  const { id, name, sizes } = product;
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const userId = useUserId();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const arrival = useMemo(() => readArrival(address, state), [address, state]);
  const mode = buyModeIn(address);
  const wanted = arrival.size;
  const size = wanted !== null && sizes.includes(wanted) ? wanted : null;

  const known = recordOf(state);
  // Users with a preferred size start at its panel, unless they want to choose.
  const own = useOwnSize(product);
  const preselected = wanted === null ? own : null;
  useEffect(() => {
    if (preselected !== null) {
      navigate(side.path(id, preselected, mode), { replace: true, state: known });
    }
  });

  const here = pathname + search;
  // A price, other sizes, a review and a replaced order belong to one size.
  const withoutSize = {
    size: undefined,
    otherSizes: undefined,
    priceCents: undefined,
    review: undefined,
    replaces: undefined,
  };
  const knownOfAnySize = { ...known, ...withoutSize };

  /** The state of the history may hold the review of another user or another page. */
  function isHere(review: ReviewedOrder | null): boolean {
    const isOfPage = review?.flow === side.flow && review.productId === id && review.name === name;
    return isOfPage && review.size === size && review.uid === userId;
  }

  return {
    arrival,
    size,
    review: isHere(arrival.review) ? arrival.review : null,
    toSize: (size) => ({ to: side.path(id, size, mode), state: knownOfAnySize }),
    toSizes: { to: side.path(id, ALL_SIZES, mode), state: knownOfAnySize },
    openReview: (review) => navigate(here, { state: { ...known, review } }),
    replaceReview: (review) => navigate(here, { replace: true, state: { ...known, review } }),
    closeReview: () => navigate(-1),
    keepChoice: (choice) =>
      navigate(here, { replace: true, state: { ...known, ...choice, review: undefined } }),
  };
}
