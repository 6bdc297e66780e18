import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { compareSizes } from '@perkex/core/sizes.js';
import { tradesAt } from '../catalogue/find-product.js';
import type { FileProduct } from '../csv/products-file.js';
import type { KnownProduct } from './known-products.js';

/** What the catalogue file makes of one product. */
export interface ProductPlan {
  readonly product: FileProduct;
  /** Null when the product is new. */
  readonly known: KnownProduct | null;
  /** As they are to be written; null when the product is new. */
  readonly facts: KeptFacts | null;
  readonly changes: readonly FieldChange[];
  readonly newSizes: readonly string[];
  /** Sizes that the file does not list: their books may hold orders, so they stay. */
  readonly keptSizes: readonly string[];
  /** The addresses of its pictures, where they are others than before, or in another order. */
  readonly newPictures: readonly string[] | null;
}

/** A field that gets another value; both as people read them. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** Compares the file with the products of the same names. */
export function planProducts(
  products: readonly FileProduct[],
  knownProducts: ReadonlyMap<string, KnownProduct>,
  nowMs: number,
): ProductPlan[] {
  return products.map((product) => {
    const known = knownProducts.get(product.name) ?? null;
    const facts = known && keptFacts(known, product, nowMs);
    return {
      product,
      known,
      facts,
      changes: known && facts ? changesOf(known, product, facts) : [],
      newSizes: product.sizes.filter((size) => !known?.sizes.includes(size)),
      keptSizes: (known?.sizes ?? []).filter((size) => !product.sizes.includes(size)).sort(compareSizes),
      newPictures: newPictures(known, product),
    };
  });
}

/** What a product keeps where the file does not tell. */
const KEPT_FACTS = [
  ['styleCode', 'style code'],
  ['colourway', 'colourway'],
  ['model', 'model'],
  ['nickname', 'nickname'],
  ['kind', 'kind'],
  ['description', 'description'],
  ['tradesFrom', 'trades from'],
] as const;

type KeptFacts = Pick<KnownProduct, (typeof KEPT_FACTS)[number][0] | 'thumbnail'>;

/** What the file tells of a product, and what it does not tell as it was. */
function keptFacts(known: KeptFacts, told: FileProduct, nowMs: number): KeptFacts {
  return {
    styleCode: told.styleCode ?? known.styleCode,
    colourway: told.colourway ?? known.colourway,
    model: told.model ?? known.model,
    nickname: told.nickname ?? known.nickname,
    kind: told.kind ?? known.kind,
    description: told.description ?? known.description,
    // Orders may rest in what trades already.
    tradesFrom: tradesAt(known.tradesFrom, nowMs) ? known.tradesFrom : (told.tradesFrom ?? known.tradesFrom),
    thumbnail: told.thumbnail ?? known.thumbnail,
  };
}

/** A thumbnail takes the place of all pictures. */
function newPictures(
  known: KnownProduct | null,
  { pictures, thumbnail }: FileProduct,
): readonly string[] | null {
  const before = known?.pictures ?? [];
  const wanted = pictures ?? (thumbnail === null ? before : []);
  return listText(wanted) === listText(before) ? null : wanted;
}

function listText(addresses: readonly string[]): string {
  return addresses.join(' ');
}

function changesOf(known: KnownProduct, product: FileProduct, facts: KeptFacts): FieldChange[] {
  const fields: FieldChange[] = [
    { field: 'brand', from: known.brand, to: product.brand },
    {
      field: 'retail price',
      from: dollarText(known.retailPriceCents),
      to: dollarText(product.retailPriceCents),
    },
    { field: 'release date', from: known.releaseDate ?? '', to: product.releaseDate ?? '' },
    ...KEPT_FACTS.map(([key, field]) => ({ field, from: known[key] ?? '', to: facts[key] ?? '' })),
    { field: 'thumbnail', from: known.thumbnail, to: facts.thumbnail },
    {
      field: 'pictures',
      from: listText(known.pictures),
      to: listText(newPictures(known, product) ?? known.pictures),
    },
  ];
  return fields.filter(({ from, to }) => from !== to);
}

/** Whole dollars without, other amounts with cents. */
export function dollarText(cents: number | null): string {
  if (cents === null) {
    return '';
  }
  return centsToDollars(cents).toFixed(cents % CENTS_PER_DOLLAR === 0 ? 0 : 2);
}
