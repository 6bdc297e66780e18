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
  const read = useEffectEvent((page: number) => {
    const shown = cards.split(',').map(Number);
    const pageIds = inSight.filter((card) => card.page === page).map(({ id }) => id);
    return readPricesAgain(
      client,
      filters,
      page,
      shown.filter((id) => pageIds.includes(id)),
    );
  });
  const note = useRef<(page: number) => void>(() => {});
  useEffect(() => {
    // One per page, so that the read of one page does not settle a change of another.
    const reads = new Map<number, LaggedReads>();
    note.current = (page) => {
      const pageReads = reads.get(page) ?? new LaggedReads(() => read(page), READ_TIMES);
      reads.set(page, pageReads);
      void pageReads.onChange();
    };
    return () => {
      for (const pageReads of reads.values()) {
        pageReads.stop();
      }
    };
  }, []);
  const noteChange = (concerns: (card: CardInSight) => boolean) => {
    for (const { page } of inSight.filter(concerns)) {
      note.current(page);
    }
  };
  useLiveProducts(
    inSight.map(({ id }) => id),
    {
      onBook: ({ product }) => noteChange(({ id }) => id === product),
      onSale: ({ product }) => noteChange(({ id }) => id === product),
      onVoid: ({ product }) => noteChange(({ id }) => id === product),
      onReset: () => noteChange(() => true),
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
