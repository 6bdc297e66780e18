import type { Choices } from '@perkex/core/finding/choices.js';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPricesAgain } from '../api/finding.js';
import { useLiveProducts } from '../live/use-live.js';

/** What scrolls past is not followed. */
const SETTLED_MS = 300;
/** What a busy market may cost: one reading in this time. */
const BETWEEN_READINGS_MS = 1_000;

interface FollowedPricesProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly choices: Choices;
  /** Which cards are in the grid, by their ids. */
  readonly cards: string;
}

/** Has the prices of the cards in sight follow the market. It shows nothing; it is one, so that nothing else is drawn anew. */
export function FollowedPrices({ grid, choices, cards }: FollowedPricesProps) {
  const client = useQueryClient();
  const inSight = useCardsInSight(grid, cards);
  const changed = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const read = useEffectEvent(() => {
    timer.current = undefined;
    const pages = [...changed.current];
    changed.current.clear();
    // What could not be read stays as old as it is: the next change reads it.
    readPricesAgain(client, choices, pages).catch(() => {});
  });
  const note = (pages: readonly number[]) => {
    for (const page of pages) {
      changed.current.add(page);
    }
    if (pages.length > 0) {
      timer.current ??= setTimeout(() => read(), BETWEEN_READINGS_MS);
    }
  };
  const pagesOf = (product: number) => inSight.filter(({ id }) => id === product).map(({ page }) => page);
  useLiveProducts(
    inSight.map(({ id }) => id),
    {
      onBook: ({ product }) => note(pagesOf(product)),
      onSale: ({ product }) => note(pagesOf(product)),
      onReset: () => note([...new Set(inSight.map(({ page }) => page))]),
    },
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return null;
}

interface CardInSight {
  readonly id: number;
  readonly page: number;
}

const NO_CARDS: readonly CardInSight[] = [];

/** The cards that the screen shows, once it has shown them for a moment. */
function useCardsInSight(grid: RefObject<HTMLElement | null>, cards: string): readonly CardInSight[] {
  const [inSight, setInSight] = useState(NO_CARDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are other elements
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
