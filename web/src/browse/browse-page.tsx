import { counted } from '@perkex/core/counted.js';
import { MAX_CHOSEN_VALUES } from '@perkex/core/finding/filters.js';
import { namesIn, pageTitleOfFilters, titleOfFilters } from '@perkex/core/finding/filters-title.js';
import { ErrorNotice } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BrowseFrame, FORM_ID } from './browse-frame.js';
import { ChosenChips } from './chosen-chips.js';
import { FacetSheetButton } from './facet-sheet-button.js';
import { Facets } from './facets.js';
import { FoundProducts } from './found-products.js';
import { GridPlaceholder } from './grid-placeholder.js';
import { NothingFits } from './nothing-fits.js';
import { SortChoice } from './sort-choice.js';
import { useBrowse } from './use-browse.js';

/** All sneakers, narrowed down by filters. */
export function BrowsePage() {
  const { filters, isCut, asked, query, choose } = useBrowse();
  const { data, isError, isPlaceholderData, refetch } = query;
  const first = data?.pages[0];
  const nameOf = first ? namesIn(first.facets) : () => null;
  const title = titleOfFilters(filters, nameOf);
  usePageTitle(pageTitleOfFilters(filters, nameOf));
  // The products of the previous filters stay until the new ones have loaded.
  const isOld = isPlaceholderData;
  return (
    <BrowseFrame
      title={title}
      notice={
        isCut ? `At most ${MAX_CHOSEN_VALUES} filters can be used at once. The others were left out.` : ''
      }
      count={first && !isOld ? counted(first.count, 'sneaker') : ''}
      chips={first ? <ChosenChips filters={asked} found={first} /> : null}
      facets={first ? <Facets filters={asked} found={first} onChoose={choose} formId={FORM_ID} /> : null}
      sheet={<FacetSheetButton filters={filters} onChoose={choose} />}
      sort={<SortChoice filters={asked} onChoose={choose} />}
    >
      {isError && (first === undefined || isOld) ? (
        <ErrorNotice onRetry={() => void refetch()}>The sneakers could not be loaded.</ErrorNotice>
      ) : first === undefined ? (
        <GridPlaceholder />
      ) : (
        <div
          aria-busy={isOld}
          className={isOld ? 'opacity-50 motion-safe:transition-opacity motion-safe:delay-100' : ''}
        >
          {first.count === 0 ? (
            <NothingFits filters={filters} found={first} />
          ) : (
            <FoundProducts filters={filters} query={query} />
          )}
        </div>
      )}
    </BrowseFrame>
  );
}
