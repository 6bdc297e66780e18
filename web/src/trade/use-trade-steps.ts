import type { ProductDetail } from '@perkex/contract/products.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReviewedOrder } from '../api/orders.js';
import { useUid } from '../session/auth-store.js';
import { type Arrival, readArrival, recordOf } from './arrival.js';
import type { TradeSide } from './trade-side.js';

/** Where in the flow the page is, and the ways between the steps: each is an entry of the history. */
export interface TradeSteps {
  readonly arrival: Arrival;
  /** The chosen size; null for the size selection. */
  readonly size: string | null;
  /** The order under review; null for the steps before it. A visitor reviews nothing. */
  readonly review: ReviewedOrder | null;
  readonly chooseSize: (size: string) => void;
  readonly openSizes: () => void;
  readonly openReview: (review: ReviewedOrder) => void;
  /** In place of the review that is open. */
  readonly replaceReview: (review: ReviewedOrder) => void;
  readonly closeReview: () => void;
  /** Keeps what was chosen in this entry of the history, so that coming back finds it. */
  readonly keepChoice: (choice: { mode: PanelMode; price: number }) => Promise<void>;
}

export function useTradeSteps(side: TradeSide, { id, sizes }: ProductDetail): TradeSteps {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const uid = useUid();
  const arrival = useMemo(() => readArrival(state), [state]);
  const wanted = new URLSearchParams(search).get('size') ?? arrival.size;
  const size = wanted !== null && sizes.includes(wanted) ? wanted : null;

  const here = { pathname, search };
  const known = recordOf(state);
  // A price belongs to the size that it was named for, and so does a review.
  const knownOfAnySize = { ...known, size: undefined, price: undefined, review: undefined };

  function isHere(review: ReviewedOrder | null): boolean {
    return (
      review?.uid === uid && review.flow === side.flow && review.productId === id && review.size === size
    );
  }

  return {
    arrival,
    size,
    review: isHere(arrival.review) ? arrival.review : null,
    chooseSize: (size) => void navigate(side.path(id, size), { state: knownOfAnySize }),
    openSizes: () => void navigate(side.path(id), { state: knownOfAnySize }),
    openReview: (review) => void navigate(here, { state: { ...known, review } }),
    replaceReview: (review) => void navigate(here, { replace: true, state: { ...known, review } }),
    closeReview: () => void navigate(-1),
    async keepChoice({ mode, price }) {
      const kept = { ...known, mode, price, review: undefined };
      await navigate(here, { replace: true, preventScrollReset: true, state: kept });
    },
  };
}
