import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import type { Filters } from '@perkex/core/finding/filters.js';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPricesAgain } from '../api/finding.js';
import { LaggedReads } from '../live/lagged-reads.js';
import { useLiveProducts } from '../live/use-live.js';

/** Cards that scroll past are not subscribed. */
const SETTLED_MS = 300;
const READ_TIMES = { lagMs: CALL_ADDRESSES.browse.lagMs, pauseMs: 1_000 } as const;

interface FollowedPricesProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly filters: Filters;
  /** The ids of the cards in the grid. */
  readonly cards: string;
}

/**
 * Keeps the prices of the cards in sight up to date. It renders nothing; as a component of its own it redraws nothing
 * else.
 */
export function FollowedPrices({ grid, filters, cards }: FollowedPricesProps) {
  const client = useQueryClient();
  const inSight = useCardsInSight(grid, cards);
  /** The changed products, each with its page. */
  const [changed] = useState(() => new Map<number, number>());
  const reads = useRef<LaggedReads>(null);
  const read = useEffectEvent(async () => {
    const shown = new Set(cards.split(',').map(Number));
    const current = new Map([...changed].filter(([id]) => shown.has(id)));
    changed.clear();
    try {
      await readPricesAgain(client, filters, current);
    } catch (error) {
      for (const [id, page] of current) {
        changed.set(id, page);
      }
      throw error;
    }
  });
  useEffect(() => {
    const started = new LaggedReads(() => read(), READ_TIMES);
    reads.current = started;
    return () => started.stop();
  }, []);
  const note = (cards: readonly CardInSight[]) => {
    for (const { id, page } of cards) {
      changed.set(id, page);
    }
    if (cards.length > 0) {
      void reads.current?.onChange();
    }
  };
  const cardsOf = (product: number) => inSight.filter(({ id }) => id === product);
  useLiveProducts(
    inSight.map(({ id }) => id),
    {
      onBook: ({ product }) => note(cardsOf(product)),
      onSale: ({ product }) => note(cardsOf(product)),
      onReset: () => note(inSight),
    },
  );
  return null;
}

interface CardInSight {
  readonly id: number;
  readonly page: number;
}

const NO_CARDS: readonly CardInSight[] = [];

/** The cards that have been in sight for a moment. */
function useCardsInSight(grid: RefObject<HTMLElement | null>, cards: string): readonly CardInSight[] {
  const [inSight, setInSight] = useState(NO_CARDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cards have new elements
  useEffect(() => {
    const shown = new Set<Element>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        shown[isIntersecting ? 'add' : 'delete'](target);
      }
      clearTimeout(timer);
      timer = setTimeout(() => setInSight([...shown].map(cardOf)), SETTLED_MS);
    });
    for (const card of grid.current?.children ?? []) {
      observer.observe(card);
    }
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [grid, cards]);
  return inSight;
}

function cardOf(element: Element): CardInSight {
  const { id, page } = (element as HTMLElement).dataset;
  return { id: Number(id), page: Number(page) };
}
