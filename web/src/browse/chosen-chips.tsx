import {
  addressOf,
  FACETS,
  type Facet,
  type Filters,
  withValueToggled,
} from '@perkex/core/finding/filters.js';
import { namesIn } from '@perkex/core/finding/filters-title.js';
import { X } from 'lucide-react';
import type { FoundPage } from '../api/finding.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { withoutFilter, withoutFilters } from './filter-changes.js';
import { FACET_NAMES, rangeText } from './filter-names.js';

interface ChosenChipsProps {
  readonly filters: Filters;
  readonly found: FoundPage;
}

interface Chip {
  readonly key: string;
  readonly text: string;
  readonly isUnknown?: boolean;
  /** The filters without this one. */
  readonly without: Filters;
}

/** The limit of chips for unknown values. More would only repeat that there is no such thing. */
const MAX_UNKNOWN_CHIPS = 5;

/** The active filters, each as a link to the address without it. */
export function ChosenChips({ filters, found }: ChosenChipsProps) {
  let unknown = 0;
  const chips = chipsOf(filters, found).filter(
    ({ isUnknown }) => !isUnknown || ++unknown <= MAX_UNKNOWN_CHIPS,
  );
  return chips.length === 0 ? null : (
    <ul aria-label="Chosen" className="flex flex-wrap items-center gap-2 max-lg:mb-3 lg:min-h-11">
      {chips.map(({ key, text, isUnknown, without }) => (
        <li key={key} className="max-w-full">
          <Link
            to={paths.browse(addressOf(without))}
            className={`inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border py-1 pr-2.5 pl-3.5 text-sm font-semibold hover:border-ink md:min-h-9 ${isUnknown ? 'border-error text-error' : 'border-edge'}`}
          >
            <span className="sr-only">Remove </span>
            <span className="min-w-0 truncate">{text}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.browse(addressOf(withoutFilters(filters)))}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4 md:min-h-9"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}

function chipsOf(filters: Filters, found: FoundPage): Chip[] {
  const { text, values, from, to, isBelowRetail } = filters;
  const chips: (Chip | false)[] = [
    text !== '' && { key: 'q', text: `“${text}”`, without: withoutFilter(filters, 'q') },
    ...FACETS.flatMap((facet) =>
      values[facet].toSorted().map((value) => chipOf(filters, found, facet, value)),
    ),
    (from !== null || to !== null) && {
      key: 'price',
      text: rangeText(filters),
      without: withoutFilter(filters, 'price'),
    },
    isBelowRetail && {
      key: 'below-retail',
      text: 'Below retail',
      without: withoutFilter(filters, 'below-retail'),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

function chipOf(filters: Filters, found: FoundPage, facet: Facet, value: string): Chip {
  const isUnknown = found.unknown.some((each) => each.facet === facet && each.value === value);
  const name = namesIn(found.facets)(facet, value) ?? value;
  return {
    key: `${facet} ${value}`,
    text: isUnknown
      ? `“${value}”: no such ${FACET_NAMES[facet].one}`
      : facet === 'size'
        ? `Size ${name}`
        : name,
    isUnknown,
    without: withValueToggled(filters, facet, value),
  };
}
