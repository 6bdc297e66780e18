import { counted } from '@perkex/core/counted.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type FoundProducts, type FoundRow, searchQuery } from '../api/search.js';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { permanentStorage } from '../storage/storage.js';
import { ErrorNotice } from '../ui/states.js';
import { useDismissal } from '../ui/use-dismissal.js';
import { usePart } from '../ui/use-nearby.js';
import { SearchBox } from './search-box.js';
import {
  placeAfter,
  productPath,
  resultsPath,
  type SearchTarget,
  type Suggestion,
  suggestionId,
  suggestionsBefore,
  suggestionsFor,
  suggestionsWithout,
} from './search-suggestions.js';
import type { MoreFound, Searching } from './searching.js';
import { useEarlySearch } from './use-early-search.js';

export interface ProductSearchProps {
  readonly searching: Searching;
  readonly target: SearchTarget;
  /** The accessible name, if the page has a second box. */
  readonly label?: string;
  /** True if the box should have the focus. */
  readonly hasFocus?: boolean;
  /** True on a page, where the results are part of the page; in the header they overlay it. */
  readonly isOnPage?: boolean;
  /** Shown below the box until the user types. */
  readonly children?: ReactNode;
}

const BOX = -1;

const LIST_CLASS = 'rounded-card mt-3';
const OVERLAY_CLASS =
  'rounded-card absolute inset-x-0 top-full z-40 mt-1 max-h-[45dvh] overflow-y-auto overscroll-contain shadow-lg md:max-h-[70dvh] md:max-lg:right-auto md:max-lg:w-104';

const FAILURE = 'The search could not be loaded.';

/** The list is loaded with the first focus, or with a text in the address. */
const loadOffer = async () => (await import('./search-offer.js')).SearchOffer;

/** Search by a part of the name, the nickname or the style code, as one types (section 2, "Header and search"). */
export function ProductSearch({
  searching,
  target,
  label = 'Search for sneaker',
  hasFocus = false,
  isOnPage = false,
  children,
}: ProductSearchProps) {
  const { text, setText, wanted, found, isOld, hasFailed, retry, more } = searching;
  const [isOpen, setIsOpen] = useState(isOnPage);
  const { Component: SearchOffer, hasFailed: isOfferMissing, fetchAgain: fetchOffer } = usePart(loadOffer);
  const [place, setPlace] = useState(BOX);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const start = useQuery(searchQuery(''));
  const client = useQueryClient();
  const navigate = useNavigate();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const submissions = useRef(0);
  const input = useFocusedInput(hasFocus && start.data !== undefined);

  const offered =
    wanted !== ''
      ? offerFor(searching, start.data?.products ?? [], target)
      : offerBefore(isOnPage ? undefined : start.data, target, recent);
  const offer = isOpen ? offered : null;
  const isListed = offer !== null && SearchOffer !== null;
  const isAsked = wanted !== '';
  const failedRetry = isAsked && hasFailed ? retry : offer && isOfferMissing ? fetchOffer : null;
  const onRetry = isOpen ? failedRetry : null;
  const placeClass = isOnPage ? LIST_CLASS : OVERLAY_CLASS;
  useEffect(() => {
    if (isAsked) {
      fetchOffer();
    }
  }, [isAsked, fetchOffer]);
  useDismissal(root, (offer ?? onRetry) !== null && !isOnPage, () => setIsOpen(false));

  const type = (next: string) => {
    setText(next);
    setPlace(BOX);
    setIsOpen(true);
  };

  const open = () => {
    fetchOffer();
    setRecent(recentSearches());
    setIsOpen(true);
  };

  useEarlySearch(input, !isOnPage, (early, isFocused) => {
    setText(early);
    if (isFocused) {
      input.current?.focus();
      open();
    }
  });

  const follow = (suggestion: Suggestion) => {
    const searched = suggestion.kind === 'search' ? suggestion.text : wanted;
    if (searched !== '') {
      rememberSearch(searched);
    }
    if (more) {
      // Back returns to the results.
      navigate(resultsPath(searched, target), { replace: true });
    }
  };

  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind === 'more') {
      more?.load();
    } else {
      follow(suggestion);
      navigate(suggestion.to);
    }
  };

  /**
   * For users who submit before the suggestions load. Only the last submission leads anywhere. If the matches cannot be
   * read, the page of all results says so; on the page itself the list does.
   */
  const search = async () => {
    submissions.current += 1;
    const submission = submissions.current;
    const result = found && !isOld ? found : await client.fetchQuery(searchQuery(wanted)).catch(() => null);
    if (submission !== submissions.current) {
      return;
    }
    const first = result?.products[0];
    if (first && (more || (result.count === 1 && !result.isClose))) {
      navigate(productPath(first.id, target));
    } else if (!more) {
      navigate(resultsPath(wanted, target));
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = placeAfter(place, event.key, offer?.length ?? 0);
    if (next !== null) {
      event.preventDefault();
      setIsOpen(true);
      setPlace(next);
    } else if (event.key === 'Escape') {
      type('');
      setIsOpen(isOnPage);
    }
  };

  /** Before the scripts have loaded, the browser sends the form. */
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = offer?.[place];
    if (chosen) {
      choose(chosen);
    } else if (wanted !== '') {
      rememberSearch(wanted);
      void search();
    }
  };

  return (
    <div ref={root} className="relative w-full">
      <form action={target === 'sell' ? paths.sellSearch : paths.browse()} onSubmit={onSubmit}>
        <SearchBox
          ref={input}
          name="q"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isListed && offer.length > 0}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed && offer[place] ? suggestionId(listId, place) : undefined}
          isWaiting={start.data === undefined}
          value={text}
          onFocus={open}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </form>
      <p role="status" className="sr-only">
        {onRetry ? FAILURE : offer && wanted !== '' && found && !isOld ? countText(found, more) : ''}
      </p>
      {offer && SearchOffer ? (
        <SearchOffer
          id={listId}
          title={wanted !== '' && found ? countText(found, more) : null}
          suggestions={offer}
          place={place}
          className={placeClass}
          isOld={wanted !== '' && isOld}
          more={more}
          onFollow={follow}
          onForget={
            wanted === '' && recent.length > 0
              ? () => {
                  forgetSearches();
                  setRecent([]);
                }
              : null
          }
        />
      ) : null}
      {onRetry ? (
        <div className={placeClass}>
          <ErrorNotice
            onRetry={() => {
              // The button may be gone in the next moment.
              input.current?.focus();
              onRetry();
            }}
          >
            {FAILURE}
          </ErrorNotice>
        </div>
      ) : null}
      {wanted === '' ? children : null}
    </div>
  );
}

/** Null if there is nothing to show. */
function offerFor(
  { wanted, found, more }: Searching,
  popular: readonly FoundRow[],
  target: SearchTarget,
): Suggestion[] | null {
  if (found?.count === 0) {
    return suggestionsWithout(found, popular, target);
  }
  return found ? suggestionsFor(wanted, found, target, more === null ? null : more.isThere) : null;
}

/** Null if there is nothing to show: on a page, and when selling, there are no suggestions before the user types. */
function offerBefore(
  start: FoundProducts | undefined,
  target: SearchTarget,
  recent: readonly string[],
): Suggestion[] | null {
  const before = target === 'product' && start ? suggestionsBefore(recent, start.popular) : [];
  return before.length > 0 ? before : null;
}

function countText({ count, isClose, products, near }: FoundProducts, more: MoreFound | null): string {
  if (count === 0) {
    return near ? 'No sneakers found. Close to it:' : 'No sneakers found.';
  }
  const listed = more?.isThere ? `, ${products.length} of them listed` : '';
  const sneakers = `${counted(count, 'sneaker')}${listed}`;
  return isClose ? `No exact match. ${sneakers} with a similar name:` : sneakers;
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

const KEY = 'recent-searches';
const MAX = 5;

/** The searches in this browser, latest first. */
function recentSearches(): string[] {
  return (permanentStorage.getItem(KEY) ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .slice(0, MAX);
}

/** @param text without line breaks, as `searchText` returns it */
function rememberSearch(text: string): void {
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  permanentStorage.setItem(KEY, [text, ...others].slice(0, MAX).join('\n'));
}

function forgetSearches(): void {
  permanentStorage.removeItem(KEY);
}
