import {
  addressOf,
  type Choices,
  FACETS,
  type Facet,
  withValueToggled,
} from '@perkex/core/finding/choices.js';
import { namesIn } from '@perkex/core/finding/choices-title.js';
import { X } from 'lucide-react';
import type { FoundPage } from '../api/finding.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { withoutChoice, withoutChoices } from './choice-changes.js';
import { FACET_NAMES, rangeText } from './choice-names.js';

interface ChosenChipsProps {
  readonly choices: Choices;
  readonly found: FoundPage;
}

interface Chip {
  readonly key: string;
  readonly text: string;
  readonly isUnknown?: boolean;
  /** The filters without this one. */
  readonly without: Choices;
}

/** The limit of chips for unknown values. More would only repeat that there is no such thing. */
const MAX_UNKNOWN_CHIPS = 5;

/** The active filters, each as a link to the address without it. */
export function ChosenChips({ choices, found }: ChosenChipsProps) {
  let unknown = 0;
  const chips = chipsOf(choices, found).filter(
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
          to={paths.browse(addressOf(withoutChoices(choices)))}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4 md:min-h-9"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}

function chipsOf(choices: Choices, found: FoundPage): Chip[] {
  const { text, values, from, to, isBelowRetail } = choices;
  const chips: (Chip | false)[] = [
    text !== '' && { key: 'q', text: `“${text}”`, without: withoutChoice(choices, 'q') },
    ...FACETS.flatMap((facet) =>
      values[facet].toSorted().map((value) => chipOf(choices, found, facet, value)),
    ),
    (from !== null || to !== null) && {
      key: 'price',
      text: rangeText(choices),
      without: withoutChoice(choices, 'price'),
    },
    isBelowRetail && {
      key: 'below-retail',
      text: 'Below retail',
      without: withoutChoice(choices, 'below-retail'),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

function chipOf(choices: Choices, found: FoundPage, facet: Facet, value: string): Chip {
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
    without: withValueToggled(choices, facet, value),
  };
}
