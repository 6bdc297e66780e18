import { SORT_NAMES } from '@perkex/contract/sort-names.js';
import { type Choices, SORTS } from '@perkex/core/finding/choices.js';
import { FORM_ID } from './browse-frame.js';

interface SortChoiceProps {
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
}

/** Chooses the sort order. */
export function SortChoice({ choices, onChoose }: SortChoiceProps) {
  return (
    <select
      aria-label="Sort by"
      name="sort"
      form={FORM_ID}
      value={choices.sort}
      onChange={({ target }) => {
        const sort = SORTS.find((each) => each === target.value);
        if (sort) {
          onChoose({ ...choices, sort, page: 1 });
        }
      }}
      className="min-h-11 min-w-0 rounded-control border border-edge bg-paper px-3 font-semibold text-ellipsis max-md:flex-1 md:max-lg:w-72"
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_NAMES[sort]}
        </option>
      ))}
    </select>
  );
}
