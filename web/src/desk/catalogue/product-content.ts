import { PRODUCT_FIELDS, type ProductField } from '@perkex/contract/desk-catalogue.js';
import type { DeskPicture, ProductFields } from '../../api/desk-catalogue.js';

/** The content of a form. */
export interface ProductContent {
  readonly fields: ProductFields;
  readonly pictures: readonly DeskPicture[];
}

export const EMPTY: ProductContent = {
  fields: {
    name: '',
    brand: '',
    model: '',
    nickname: '',
    colourway: '',
    styleCode: '',
    kind: '',
    sizes: '',
    retailPrice: '',
    releaseDate: '',
    tradesFrom: '',
    description: '',
  },
  pictures: [],
};

export const LABELS: Readonly<Record<ProductField | 'pictures', string>> = {
  name: 'Name',
  brand: 'Brand',
  model: 'Model',
  nickname: 'Nickname',
  colourway: 'Colourway',
  styleCode: 'Style code',
  kind: 'Made for',
  sizes: 'Sizes',
  retailPrice: 'Retail price in $',
  releaseDate: 'Release date',
  tradesFrom: 'Trades from',
  description: 'Description',
  pictures: 'Pictures',
};

export type ContentPart = keyof typeof LABELS;
export const CONTENT_PARTS: readonly ContentPart[] = [...PRODUCT_FIELDS, 'pictures'];

/** A part of the content as text, to compare. */
function textOf({ fields, pictures }: ProductContent, part: ContentPart): string {
  return part === 'pictures' ? pictures.map(({ key }) => key).join(' ') : fields[part];
}

/** The parts in which two contents differ. */
export function differences(one: ProductContent, other: ProductContent): ContentPart[] {
  return CONTENT_PARTS.filter((part) => textOf(one, part) !== textOf(other, part));
}

/** A part of the content for people. */
export function shownPart({ fields, pictures }: ProductContent, part: ContentPart): string {
  const text =
    part === 'pictures' ? pictures.map(({ source }) => source.split('/').at(-1)).join(', ') : fields[part];
  return text === '' ? 'none' : text;
}

/** Their content with what this member has changed since `base`. */
export function withChanges(
  theirs: ProductContent,
  base: ProductContent,
  mine: ProductContent,
): ProductContent {
  const changed = differences(base, mine);
  const fields = Object.fromEntries(
    PRODUCT_FIELDS.map((field) => [field, (changed.includes(field) ? mine : theirs).fields[field]]),
  ) as ProductFields;
  return { fields, pictures: (changed.includes('pictures') ? mine : theirs).pictures };
}
