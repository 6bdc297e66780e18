import { Clock, TrendingUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from '../routing/link.js';
import { ProductPicture } from './product-picture.js';
import { type Suggestion, suggestionId } from './search-suggestions.js';
import type { MoreFound } from './searching.js';

type LinkedSuggestion = Exclude<Suggestion, { readonly kind: 'more' }>;

interface SearchOfferProps {
  readonly id: string;
  /** The heading, with the number of sneakers found; null without a search text. */
  readonly title: string | null;
  readonly suggestions: readonly Suggestion[];
  /** The index of the suggestion that Enter follows; -1 for none. */
  readonly place: number;
  readonly className: string;
  /** True while the results belong to the previous text. */
  readonly isOld: boolean;
  readonly more: MoreFound | null;
  readonly onFollow: (suggestion: Suggestion) => void;
  /** Null if there are no recent searches in the list. */
  readonly onForget: (() => void) | null;
}

const OPTION_CLASS =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-card aria-selected:bg-card aria-selected:outline-2 aria-selected:outline-offset-[-2px] aria-selected:outline-ink';

/** The list below the search box. The arrow keys of the box choose one of its suggestions. */
export function SearchOffer({
  id,
  title,
  suggestions,
  place,
  className,
  isOld,
  more,
  onFollow,
  onForget,
}: SearchOfferProps) {
  const list = useRef<HTMLDivElement>(null);
  const isDim = useLasting(isOld);
  useShown(list, place);
  return (
    <div className={`border border-line bg-paper ${className}`}>
      {title === null ? null : (
        <p aria-hidden className="px-4 pt-3 text-sm text-muted">
          {title}
        </p>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className={`p-2 transition-opacity ${isDim ? 'opacity-60' : ''}`}
      >
        {suggestions.map((suggestion, index) => {
          const option = {
            id: suggestionId(id, index),
            role: 'option',
            'aria-selected': index === place,
            tabIndex: -1,
            className: OPTION_CLASS,
          } as const;
          return suggestion.kind === 'more' ? (
            <button key="more" type="button" {...option} onClick={more?.load}>
              <span className="font-semibold">
                {more?.hasFailed ? 'More could not be loaded. Try again' : 'Show more'}
              </span>
            </button>
          ) : (
            <Link key={keyOf(suggestion)} {...option} to={suggestion.to} onClick={() => onFollow(suggestion)}>
              <SuggestionContent suggestion={suggestion} />
            </Link>
          );
        })}
      </div>
      {onForget ? (
        <button
          type="button"
          onClick={onForget}
          className="mb-2 ml-2 min-h-11 rounded-control px-2 text-sm text-muted hover:text-ink"
        >
          Forget recent searches
        </button>
      ) : null}
    </div>
  );
}

function SuggestionContent({ suggestion }: { suggestion: LinkedSuggestion }) {
  switch (suggestion.kind) {
    case 'product': {
      const { name, thumbnail, nickname, styleCode } = suggestion.product;
      const also = [nickname, styleCode].filter((part) => part !== null).join(' · ');
      return (
        <>
          <span className="w-16 shrink-0 rounded-[6px] bg-card p-1">
            <ProductPicture src={thumbnail} />
          </span>
          <span className="min-w-0">
            <span className="line-clamp-2 text-[0.9375rem]/5 wrap-anywhere">{name}</span>
            {also === '' ? null : (
              <span aria-hidden className="line-clamp-1 text-sm/5 text-muted">
                {also}
              </span>
            )}
          </span>
        </>
      );
    }
    case 'search': {
      const Icon = suggestion.isRecent ? Clock : TrendingUp;
      return (
        <>
          <Icon aria-hidden className="ml-2 size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate">{suggestion.text}</span>
          <span className="ml-auto pr-2 text-sm text-muted">
            {suggestion.isRecent ? 'Recent' : (suggestion.label ?? 'Popular')}
          </span>
        </>
      );
    }
    case 'browse':
      return <span className="font-semibold">Browse all sneakers</span>;
    case 'all':
      return (
        <span className="font-semibold">
          {suggestion.count === 1 ? 'See the result' : `See all ${suggestion.count} results`}
        </span>
      );
  }
}

function keyOf(suggestion: LinkedSuggestion): string {
  switch (suggestion.kind) {
    case 'product':
      return `product ${suggestion.product.id}`;
    case 'search':
      return `search ${suggestion.text}`;
    case 'all':
    case 'browse':
      return suggestion.kind;
  }
}

/** Scrolls the chosen suggestion into view. */
function useShown(list: RefObject<HTMLElement | null>, place: number): void {
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  }, [list, place]);
}

/** Shorter than any wait that users notice. */
const A_MOMENT_MS = 150;

/** True once a state has lasted longer than a moment. Shorter states are not worth drawing. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (isSo) {
      const timer = setTimeout(() => setLasts(true), A_MOMENT_MS);
      return () => {
        clearTimeout(timer);
        setLasts(false);
      };
    }
  }, [isSo]);
  return isSo && lasts;
}
