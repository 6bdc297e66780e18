import { dollarText, isChange, type ProductPlan } from '../catalogue/product-plan.js';
import { harmless, shown } from '../csv/cell-values.js';
import type { BadRow, FileProduct } from '../csv/products-file.js';
import type { Output } from './output.js';

/** Prints the bad rows and ignored columns of the file. */
export function reportRows(
  badRows: readonly BadRow[],
  ignoredColumns: readonly string[],
  output: Output,
): void {
  if (ignoredColumns.length > 0) {
    output.error(`Columns that are not read: ${ignoredColumns.map(shown).join(', ')}.`);
  }
  for (const { line, errors } of badRows) {
    output.error(`line ${line}: ${errors.join('; ')}`);
  }
  if (badRows.length > 0) {
    output.error(`Bad rows: ${badRows.length}.`);
  }
}

/** Prints each product that is new, changes, or keeps sizes missing from the file, and their number. */
export function reportPlans(plans: readonly ProductPlan[], output: Output): void {
  const changed = plans.filter(isChange);
  for (const plan of plans) {
    for (const line of linesFor(plan)) {
      output.line(harmless(line));
    }
  }
  const newCount = plans.filter(({ known }) => known === null).length;
  const bookCount = plans.reduce((sum, { newSizes }) => sum + newSizes.length, 0);
  output.line(
    `New products: ${newCount}, changed: ${changed.length - newCount}, unchanged: ${plans.length - changed.length}; new books: ${bookCount}.`,
  );
}

/** No lines for a product that already equals the file. */
function linesFor(plan: ProductPlan): string[] {
  const { product, known, changes, newSizes, keptSizes } = plan;
  if (known === null) {
    return [`new: ${product.name} (${describe(product)})`];
  }
  const details = [
    ...changes.map(({ field, from, to }) => `${field}: ${orNone(from)} → ${orNone(to)}`),
    ...(newSizes.length > 0 ? [`new sizes: ${newSizes.join(', ')}`] : []),
    ...(keptSizes.length > 0 ? [`kept, though the file does not list them: ${keptSizes.join(', ')}`] : []),
  ];
  const title = isChange(plan) ? 'changed' : 'unchanged';
  return details.length === 0 ? [] : [`${title}: ${product.name}`, ...details.map((detail) => `  ${detail}`)];
}

function describe(product: FileProduct): string {
  const { brand, retailPriceCents, releaseDate, styleCode, colourway, sizes, thumbnail, pictures } = product;
  const { model, nickname, kind, description, tradesFrom } = product;
  const parts = [
    ['brand', brand],
    ['retail price', dollarText(retailPriceCents)],
    ['release date', releaseDate ?? ''],
    ['style code', styleCode ?? ''],
    ['colourway', colourway ?? ''],
    ['model', model ?? ''],
    ['nickname', nickname ?? ''],
    ['kind', kind ?? ''],
    ['description', description ?? ''],
    ['trades from', tradesFrom ?? ''],
    ['thumbnail', thumbnail ?? ''],
    ['pictures', pictures?.join(' ') ?? ''],
    ['sizes', sizes.join(', ')],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map(([title, value]) => `${title} ${value}`)
    .join('; ');
}

function orNone(value: string): string {
  return value === '' ? 'none' : value;
}
