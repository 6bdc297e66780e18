import type { Chosen } from '@perkex/contract/finding.js';
import { type Choices, type Facet, NO_CHOICES } from '@perkex/core/finding/choices.js';

/** The choices without all of one kind; from the first page on. */
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

/** Nothing chosen, in the same order. */
export function withoutChoices({ sort }: Choices): Choices {
  return { ...NO_CHOICES, sort };
}

export function isChosen({ values }: Choices, facet: Facet, value: string): boolean {
  return values[facet].includes(value);
}
