import type {
  DeskPicture,
  DeskProduct,
  ProductDraft,
  ProductFields,
} from '@perkex/contract/desk-catalogue.js';
import type { Browse } from '@perkex/contract/finding.js';

export const FIELDS: ProductFields = {
  name: 'Air Runner Low',
  brand: 'Nike',
  model: '',
  nickname: '',
  colourway: '',
  styleCode: 'AB-1',
  kind: 'men',
  sizes: '8 9',
  retailPrice: '120',
  releaseDate: '2024-05-01',
  tradesFrom: '',
  description: '',
};

export function picture(key: string, changes: Partial<DeskPicture> = {}): DeskPicture {
  const hash = key.repeat(32).slice(0, 32);
  return {
    key: hash,
    source: `https://shop.example/${key}.jpg`,
    src: `/pictures/${hash}-320.jpg`,
    width: 320,
    height: 400,
    placeholder: 'data:,',
    failure: null,
    ...changes,
  };
}

export const PRODUCT: DeskProduct = {
  id: 7,
  version: '1'.repeat(32),
  fields: FIELDS,
  trades: true,
  thumbnail: '/drawings/7.svg',
  pictures: [],
  lastEdit: null,
  draft: null,
  hidden: null,
};

export const DRAFT_ID = '019ac1a2-0000-7000-8000-000000000001';
export const DRAFT: ProductDraft = {
  draft: DRAFT_ID,
  version: 3,
  fields: FIELDS,
  pictures: [],
  errors: [],
  preview: null,
  lastEdit: { by: 'bob', at: '2026-11-26T18:00:00.000Z' },
  productId: null,
  base: null,
};
/** A draft of changes to `PRODUCT`. */
export const CHANGES: ProductDraft = {
  ...DRAFT,
  fields: { ...FIELDS, nickname: 'Red' },
  base: { product: PRODUCT.id, fields: FIELDS, pictures: [], isCurrent: true, trades: true },
};

/** The products that visitors find. */
export function found(names: readonly string[] = []): Browse {
  return {
    count: names.length,
    page: 1,
    pages: 1,
    products: names.map((name, index) => ({
      id: index + 1,
      name,
      thumbnail: `/drawings/${index + 1}.svg`,
      lowestAsk: 0,
      lastSale: 0,
      change: null,
    })),
    facets: {
      brand: [{ value: 'nike', name: 'Nike', count: 1 }],
      model: [],
      kind: [],
      size: [],
      colour: [],
      year: [],
    },
    prices: null,
    belowRetail: 0,
    unknown: [],
    loosen: [],
    isClose: false,
  };
}
