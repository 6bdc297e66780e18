import { SORT_NAMES } from '@perkex/contract/sort-names.js';
import { type Filters, SORTS } from '@perkex/core/finding/filters.js';
import { Select } from '../ui/select.js';
import { FORM_ID } from './browse-frame.js';

interface SortChoiceProps {
  readonly filters: Filters;
  readonly onChoose: (filters: Filters) => void;
}

/** Chooses the sort order. */
export function SortChoice({ filters, onChoose }: SortChoiceProps) {
  return (
    <Select
      aria-label="Sort by"
      name="sort"
      form={FORM_ID}
      value={filters.sort}
      onChange={({ target }) => {
        const sort = SORTS.find((each) => each === target.value);
        if (sort) {
          onChoose({ ...filters, sort, page: 1 });
        }
      }}
      placeClass="min-w-0 max-md:flex-1 md:max-lg:w-72"
      className="min-h-11 rounded-control border border-edge bg-paper px-3 font-semibold"
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_NAMES[sort]}
        </option>
      ))}
    </Select>
  );
}
