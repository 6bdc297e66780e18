import { counted } from '@perkex/core/counted.js';
import { addressOf, countFilters, type Filters } from '@perkex/core/finding/filters.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browseQuery } from '../api/finding.js';
import { Button } from '../ui/button.js';
import { Sheet } from '../ui/sheet.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { Facets } from './facets.js';
import { withoutFilters } from './filter-changes.js';

export interface FacetSheetProps {
  readonly filters: Filters;
  readonly onClose: () => void;
  /** Called with all changes at once. */
  readonly onChoose: (filters: Filters) => void;
}

/** The facets on a phone. The filters apply when the user presses the button with the number of sneakers. */
export function FacetSheet({ filters, onClose, onChoose }: FacetSheetProps) {
  const [draft, setDraft] = useState<Filters>({ ...filters, page: 1 });
  const { data, isError, isPlaceholderData, refetch } = useInfiniteQuery(browseQuery(draft));
  const found = data?.pages[0];
  const isNew = addressOf(draft) !== addressOf({ ...filters, page: 1 });
  return (
    <Sheet
      title="Filters"
      onClose={onClose}
      foot={
        <>
          <Button
            className="shrink-0"
            disabled={countFilters(draft) === 0}
            onClick={() => setDraft(withoutFilters(draft))}
          >
            Clear all
          </Button>
          <Button
            look="strong"
            className="min-w-0 flex-1 tabular-nums"
            onClick={() => (isNew ? onChoose(draft) : onClose())}
          >
            {found && !isPlaceholderData ? `Show ${counted(found.count, 'sneaker')}` : 'Show'}
          </Button>
        </>
      }
    >
      {found ? (
        <Facets filters={draft} found={found} onChoose={setDraft} />
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The filters could not be loaded.</ErrorNotice>
      ) : (
        <Placeholder className="h-96" />
      )}
    </Sheet>
  );
}
