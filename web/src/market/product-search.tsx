import type { ProductCard } from '@perkex/contract/products.js';
import { findProducts, indexProducts } from '@perkex/core/finding/find-products.js';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { productsQuery } from '../api/products.js';
import { paths } from '../links/paths.js';
import { useDismissal } from '../ui/use-dismissal.js';
import { ProductPicture } from './product-picture.js';
import { SearchBox } from './search-box.js';

/** How many matches are added at a time, which is as many as fit on a screen: more would slow down typing. */
const STEP = 16;
/** The next ones are added when the reader is this close to the end. */
const ROWS_BEFORE_END = 8;

/** What the arrow keys move through: the box and its matches. */
const STOPS = 'input, a';

export interface ProductSearchProps {
  /** Where a match leads: to the product, or to selling it. */
  readonly target: 'product' | 'sell';
  /** The accessible name, if the page has a second box. */
  readonly label?: string;
  /** Whether the box should have the focus. */
  readonly hasFocus?: boolean;
  /** On a page the matches are part of it; in the header they lie over the page. */
  readonly isOnPage?: boolean;
}

/** Search by a part of the name, with matches as one types (section 2, "Header and search"). */
export function ProductSearch({
  target,
  label = 'Search for sneaker',
  hasFocus = false,
  isOnPage = false,
}: ProductSearchProps) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(isOnPage);
  // What is typed shows at once; what it matches, as soon as it is found.
  const wanted = useDeferredValue(text);
  const { isWaiting, matches, areClose, best } = useMatches(wanted);
  const listId = useId();
  const place = useRef<HTMLDivElement>(null);
  const input = useFocusedInput(hasFocus && !isWaiting);
  const navigate = useNavigate();

  const isListShown = isOpen && text.trim() !== '' && wanted.trim() !== '';
  useDismissal(place, isListShown && !isOnPage, () => setIsOpen(false));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      setText('');
      input.current?.focus();
    } else if (event.key === 'Enter' && event.target === input.current && isOpen) {
      const match = best(text);
      if (match) {
        void navigate(linkTo(target, match.id));
      }
    } else {
      moveAmongMatches(event);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the box and the links inside
    <div ref={place} className="relative w-full" onKeyDown={onKeyDown}>
      <SearchBox
        ref={input}
        aria-label={label}
        aria-controls={isListShown ? listId : undefined}
        isWaiting={isWaiting}
        value={text}
        onFocus={() => setIsOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
        }}
      />
      <p role="status" className="sr-only">
        {isListShown && matches ? countText(matches.length, areClose) : ''}
      </p>
      {isListShown && matches ? (
        <Matches
          id={listId}
          text={wanted}
          matches={matches}
          areClose={areClose}
          target={target}
          isOnPage={isOnPage}
        />
      ) : null}
    </div>
  );
}

interface MatchesProps {
  readonly id: string;
  /** What they match. */
  readonly text: string;
  readonly matches: readonly ProductCard[];
  readonly areClose: boolean;
  readonly target: ProductSearchProps['target'];
  readonly isOnPage: boolean;
}

/** All matches; those further down are added as the reader gets near them. What still matches is not drawn anew. */
function Matches({ id, text, matches, areClose, target, isOnPage }: MatchesProps) {
  const [grown, setGrown] = useState({ text, count: STEP });
  const shown = grown.text === text ? grown.count : STEP;
  const rowNearEnd = useReached<HTMLLIElement>(
    () => setGrown({ text, count: shown + STEP }),
    shown < matches.length,
  );
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the best matches of another text are at the top
  useEffect(() => {
    place.current?.scrollTo(0, 0);
  }, [text]);
  const placeClass = isOnPage
    ? 'mt-3'
    : 'absolute inset-x-0 top-full z-40 mt-1 max-h-[45dvh] overflow-y-auto overscroll-contain shadow-lg md:max-h-[70dvh]';
  return (
    <div ref={place} id={id} className={`rounded-card border border-line bg-paper ${placeClass}`}>
      <p aria-hidden className="px-4 pt-3 text-sm text-muted">
        {countText(matches.length, areClose)}
      </p>
      <ul className="p-2">
        {matches.slice(0, shown).map(({ id: productId, name, thumbnail }, index) => (
          <li
            key={productId}
            ref={index === shown - ROWS_BEFORE_END ? rowNearEnd : null}
            aria-posinset={index + 1}
            aria-setsize={matches.length}
            className="[contain-intrinsic-height:3.5rem] [content-visibility:auto]"
          >
            <Match to={linkTo(target, productId)} name={name} thumbnail={thumbnail} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MatchProps extends Pick<ProductCard, 'name' | 'thumbnail'> {
  readonly to: string;
}

const Match = memo(function Match({ to, name, thumbnail }: MatchProps) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1 hover:bg-card focus-visible:outline-offset-[-2px] focus-visible:shadow-none"
    >
      <span className="w-16 shrink-0 rounded-[6px] bg-card p-1">
        <ProductPicture src={thumbnail} />
      </span>
      <span className="line-clamp-2 min-w-0 text-[0.9375rem]/5 wrap-anywhere">{name}</span>
    </Link>
  );
});

function linkTo(target: ProductSearchProps['target'], productId: number): string {
  return target === 'sell' ? paths.sell(productId) : paths.product(productId);
}

function countText(count: number, areClose: boolean): string {
  if (count === 0) {
    return 'No sneakers found.';
  }
  const sneakers = count === 1 ? '1 sneaker' : `${count} sneakers`;
  return areClose ? `No exact match. ${sneakers} with a similar name:` : sneakers;
}

/**
 * What a text matches; null while what is close to it is looked for, since nothing matches exactly. The code for that
 * comes when it is first wanted, and nothing is close until it has.
 */
function useMatches(text: string) {
  const { data: products, dataUpdatedAt } = useQuery(productsQuery);
  const index = useMemo(() => indexProducts(products ?? []), [products]);
  const exact = useMemo(() => findProducts(index, text), [index, text]);
  const isWanted = exact.length === 0 && text.trim() !== '';
  const { data: close, isPending } = useQuery({
    queryKey: ['closeProducts', dataUpdatedAt, text],
    queryFn: async () => (await import('@perkex/core/finding/find-close.js')).findClose(index, text),
    enabled: isWanted,
  });
  return {
    isWaiting: products === undefined,
    matches: !isWanted ? exact : isPending ? null : (close ?? []),
    areClose: isWanted,
    /** The one that comes first for what has just been typed. */
    best: (typed: string) => (typed === text ? (close ?? exact) : findProducts(index, typed))[0],
  };
}

/** Calls back whenever the element with this ref scrolls into view, or, for whoever jumps, the last one beside it. */
function useReached<Reached extends Element>(onReach: () => void, isWanted: boolean) {
  const reach = useEffectEvent(onReach);
  const [element, setElement] = useState<Reached | null>(null);
  useEffect(() => {
    if (!element || !isWanted) {
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        reach();
      }
    });
    observer.observe(element);
    observer.observe(element.parentElement?.lastElementChild ?? element);
    return () => observer.disconnect();
  }, [element, isWanted]);
  return setElement;
}

/** The ref of the box, which takes the focus when it should. */
function useFocusedInput(hasFocus: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) {
      input.current?.focus();
    }
  }, [hasFocus]);
  return input;
}

/** Up and Down move through the box and its matches. */
function moveAmongMatches(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const here = stops.indexOf(document.activeElement as HTMLElement);
  if (step !== undefined && stops.length > 1) {
    event.preventDefault();
    stops[Math.max(0, Math.min(here + step, stops.length - 1))]?.focus();
  }
}
