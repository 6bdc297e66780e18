import { countFilters, type Filters } from '@perkex/core/finding/filters.js';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../ui/button.js';
import { type LoadPart, usePart } from '../ui/use-nearby.js';
import type { FacetSheetProps } from './facet-sheet.js';

const loadSheet: LoadPart<FacetSheetProps> = async () => (await import('./facet-sheet.js')).FacetSheet;

interface FacetSheetButtonProps {
  readonly filters: Filters;
  readonly onChoose: (filters: Filters) => void;
}

/** Opens the facets where there is no room for a column. */
export function FacetSheetButton({ filters, onChoose }: FacetSheetButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { Component: FacetSheet, hasFailed, fetchAgain } = usePart(loadSheet);
  const count = countFilters(filters);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true);
          if (!FacetSheet || hasFailed) {
            fetchAgain();
          }
        }}
        className={buttonClass('plain')}
      >
        <SlidersHorizontal aria-hidden className="size-5" />
        Filters
        {count > 0 ? (
          <span className="rounded-full bg-ink px-2 text-sm text-paper tabular-nums">
            {count}
            <span className="sr-only"> chosen</span>
          </span>
        ) : null}
      </button>
      {isOpen && FacetSheet ? (
        <FacetSheet
          filters={filters}
          onClose={() => setIsOpen(false)}
          onChoose={(next) => {
            setIsOpen(false);
            onChoose(next);
          }}
        />
      ) : null}
    </>
  );
}
