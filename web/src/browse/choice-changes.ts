import type { Chosen } from '@perkex/contract/finding.js';
import { type Choices, type Facet, NO_CHOICES } from '@perkex/core/finding/choices.js';

/** The filters without all values of one kind, on the first page. */
export function withoutChoice(choices: Choices, chosen: Chosen): Choices {
  const firstPage = { ...choices, page: 1 };
  switch (chosen) {
    case 'q':
      return { ...firstPage, text: '' };
    case 'price':
      return { ...firstPage, from: null, to: null };
    case 'below-retail':
      return { ...firstPage, isBelowRetail: false };
    default:
      return { ...firstPage, values: { ...choices.values, [chosen]: NO_CHOICES.values[chosen] } };
  }
}

/** No filters, in the same order. */
export function withoutChoices({ sort }: Choices): Choices {
  return { ...NO_CHOICES, sort };
}

export function isChosen({ values }: Choices, facet: Facet, value: string): boolean {
  return values[facet].includes(value);
}
