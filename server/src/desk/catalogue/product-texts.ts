import { createHash } from 'node:crypto';
import type { FieldError, ProductField, ProductFields } from '@perkex/contract/desk-catalogue.js';
import { PRODUCT_FIELDS } from '@perkex/contract/desk-catalogue.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type { KnownProduct } from '../../catalogue/known-products.js';
import { dollarText } from '../../catalogue/product-plan.js';
import { type FileProduct, type ProductColumn, readProductTexts } from '../../csv/products-file.js';

const COLUMN_OF_FIELD: Readonly<Record<ProductField, ProductColumn>> = {
  name: 'Name',
  brand: 'Brand',
  model: 'Model',
  nickname: 'Nickname',
  colourway: 'Colourway',
  styleCode: 'Style Code',
  kind: 'Kind',
  sizes: 'Sizes',
  retailPrice: 'Retail Price',
  releaseDate: 'Release Date',
  tradesFrom: 'Trades From',
  description: 'Description',
};

/**
 * Reads a product from the texts of a form, by the rules of a catalogue file. Its pictures are not among them.
 * @returns null as the product if there are errors
 */
export function readFields(fields: ProductFields): {
  readonly product: FileProduct | null;
  readonly errors: readonly FieldError[];
} {
  const texts = Object.fromEntries(
    PRODUCT_FIELDS.map((field) => [COLUMN_OF_FIELD[field], fields[field].trim()]),
  );
  const { product, errors } = readProductTexts(texts);
  return {
    product,
    errors: errors.flatMap(({ column, error }) => {
      const field = PRODUCT_FIELDS.find((each) => COLUMN_OF_FIELD[each] === column);
      return field ? { field, error } : [];
    }),
  };
}

/** The fields of a product as texts of a form. */
export function fieldsOf(product: KnownProduct | FileProduct): ProductFields {
  return {
    name: product.name,
    brand: product.brand,
    model: product.model ?? '',
    nickname: product.nickname ?? '',
    colourway: product.colourway ?? '',
    styleCode: product.styleCode ?? '',
    kind: product.kind ?? '',
    sizes: product.sizes.toSorted(compareSizes).join(' '),
    retailPrice: dollarText(product.retailPriceCents),
    releaseDate: product.releaseDate ?? '',
    tradesFrom: product.tradesFrom ?? '',
    description: product.description ?? '',
  };
}

/**
 * Names the content of a product: it changes with each change of its fields or pictures, also by the command line.
 * @param pictures the keys of its pictures, in order
 */
export function versionOf(fields: ProductFields, pictures: readonly string[]): string {
  const content = JSON.stringify([PRODUCT_FIELDS.map((field) => fields[field]), pictures]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
