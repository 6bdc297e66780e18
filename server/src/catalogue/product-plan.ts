import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type { FileProduct } from '../csv/products-file.js';
import { tradesAt } from './find-product.js';
import type { KnownProduct } from './known-products.js';

/** The effect of a catalogue file on one product. */
export interface ProductPlan {
  readonly product: FileProduct;
  /** Null for a new product. */
  readonly known: KnownProduct | null;
  /** The facts to write; null for a new product. */
  readonly facts: KeptFacts | null;
  readonly changes: readonly FieldChange[];
  readonly newSizes: readonly string[];
  /** Sizes that the file does not list. They stay, because their books may hold orders. */
  readonly keptSizes: readonly string[];
  /** The addresses of its pictures, if they or their order have changed; else null. */
  readonly newPictures: readonly string[] | null;
}

/** A field whose value changes. Both values are formatted for people. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** True if the plan makes or changes a product. */
export function isChange({ known, changes, newSizes }: ProductPlan): boolean {
  return known === null || changes.length > 0 || newSizes.length > 0;
}

/**
 * Compares the file with the products of the same names.
 * @param emptyMeans whether a known product keeps a fact that the file leaves empty, or loses it
 */
export function planProducts(
  products: readonly FileProduct[],
  knownProducts: ReadonlyMap<string, KnownProduct>,
  nowMs: number,
  emptyMeans: EmptyMeans = 'kept',
): ProductPlan[] {
  return products.map((product) => {
    const known = knownProducts.get(product.name) ?? null;
    const facts = known && keptFacts(known, product, nowMs, emptyMeans);
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

/** The facts that a product keeps if the file has no value for them. */
const KEPT_FACTS = [
  ['styleCode', 'style code'],
  ['colourway', 'colourway'],
  ['model', 'model'],
  ['nickname', 'nickname'],
  ['kind', 'kind'],
  ['description', 'description'],
  ['tradesFrom', 'trades from'],
] as const;

/** An empty value leaves the known one, or removes it. */
export type EmptyMeans = 'kept' | 'none';

const NO_FACTS = {
  styleCode: null,
  colourway: null,
  model: null,
  nickname: null,
  kind: null,
  description: null,
  tradesFrom: null,
} as const;

type KeptFacts = Pick<KnownProduct, (typeof KEPT_FACTS)[number][0] | 'thumbnail'>;

/** The facts from the file. Facts missing from the file keep their known values. */
function keptFacts(
  before: KeptFacts,
  product: FileProduct,
  nowMs: number,
  emptyMeans: EmptyMeans,
): KeptFacts {
  const known = emptyMeans === 'none' ? { ...before, ...NO_FACTS } : before;
  return {
    styleCode: product.styleCode ?? known.styleCode,
    colourway: product.colourway ?? known.colourway,
    model: product.model ?? known.model,
    nickname: product.nickname ?? known.nickname,
    kind: product.kind ?? known.kind,
    description: product.description ?? known.description,
    // A product that trades already may have open orders, so it keeps its date.
    tradesFrom: tradesAt(before.tradesFrom, nowMs)
      ? before.tradesFrom
      : (product.tradesFrom ?? known.tradesFrom),
    thumbnail: product.thumbnail ?? known.thumbnail,
  };
}

/** A thumbnail in the file replaces all pictures. */
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

/** Formats whole dollars without cents and other amounts with cents. */
export function dollarText(cents: number | null): string {
  if (cents === null) {
    return '';
  }
  return centsToDollars(cents).toFixed(cents % CENTS_PER_DOLLAR === 0 ? 0 : 2);
}
