import type { FacetValue } from '@perkex/contract/finding.js';
import type { Facet } from '@perkex/core/finding/filters.js';
import { type ReactNode, useState } from 'react';
import { CheckRow } from './check-row.js';

/** The number of values shown at first. */
const SHOWN_VALUES = 8;
/** Longer lists can be searched. */
const MANY_VALUES = 30;

export interface FacetValuesProps {
  readonly facet: Facet;
  readonly values: readonly FacetValue[];
  readonly isChosen: (value: string) => boolean;
  readonly onToggle: (value: string) => void;
}

interface ValueListProps extends FacetValuesProps {
  /** Shown before the name of a value. */
  readonly mark?: (value: string) => ReactNode;
}

/** The values of a facet as checkboxes: the first ones and the checked ones, or all of them on request. */
export function FacetValues({ facet, values, isChosen, onToggle, mark }: ValueListProps) {
  const [isAll, setIsAll] = useState(false);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = values.filter(
    ({ value, name }, index) =>
      isChosen(value) || (isAll ? name.toLowerCase().includes(wanted) : index < SHOWN_VALUES),
  );
  return (
    <>
      {isAll && values.length > MANY_VALUES ? (
        <input
          type="search"
          aria-label="Find in the list"
          placeholder="Find in the list"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mb-2 min-h-11 w-full rounded-control border border-edge bg-paper px-3 lg:min-h-9"
        />
      ) : null}
      {shown.map(({ value, name, count }) => (
        <CheckRow
          key={value}
          name={facet}
          value={value}
          isChecked={isChosen(value)}
          onToggle={() => onToggle(value)}
          count={count}
        >
          {mark?.(value)}
          {name}
        </CheckRow>
      ))}
      {isAll || shown.length < values.length ? (
        <button
          type="button"
          aria-expanded={isAll}
          onClick={() => setIsAll(!isAll)}
          className="min-h-11 font-semibold underline underline-offset-4 lg:min-h-8 lg:text-sm noscript:hidden"
        >
          {isAll ? 'Show fewer' : `Show all ${values.length}`}
        </button>
      ) : null}
    </>
  );
}
