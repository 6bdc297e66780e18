import { addressOf, type Choices, countChoices } from '@perkex/core/finding/choices.js';
import { sneakersText } from '@perkex/core/market/sneakers-text.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browseQuery } from '../api/finding.js';
import { Button } from '../ui/button.js';
import { Sheet } from '../ui/sheet.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { withoutChoices } from './choice-changes.js';
import { Facets } from './facets.js';

export interface FacetSheetProps {
  readonly choices: Choices;
  readonly onClose: () => void;
  /** Called with all changes at once. */
  readonly onChoose: (choices: Choices) => void;
}

/** The facets on a phone. The filters apply when the user presses the button with the number of sneakers. */
export function FacetSheet({ choices, onClose, onChoose }: FacetSheetProps) {
  const [draft, setDraft] = useState<Choices>({ ...choices, page: 1 });
  const { data, isError, isPlaceholderData, refetch } = useInfiniteQuery(browseQuery(draft));
  const found = data?.pages[0];
  const isNew = addressOf(draft) !== addressOf({ ...choices, page: 1 });
  return (
    <Sheet
      title="Filters"
      onClose={onClose}
      foot={
        <>
          <Button
            className="shrink-0"
            disabled={countChoices(draft) === 0}
            onClick={() => setDraft(withoutChoices(draft))}
          >
            Clear all
          </Button>
          <Button
            look="strong"
            className="min-w-0 flex-1 tabular-nums"
            onClick={() => (isNew ? onChoose(draft) : onClose())}
          >
            {found && !isPlaceholderData ? `Show ${sneakersText(found.count)}` : 'Show'}
          </Button>
        </>
      }
    >
      {found ? (
        <Facets choices={draft} found={found} onChoose={setDraft} />
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The filters could not be loaded.</ErrorNotice>
      ) : (
        <Placeholder className="h-96" />
      )}
    </Sheet>
  );
}
