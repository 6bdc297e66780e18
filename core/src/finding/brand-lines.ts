import type { Line } from './found.js';
import type { ProductColumns } from './product-columns.js';

type LineFacet = 'brand' | 'model';

/** All brands, those with the most products first. Spellings with the same slug are one brand. */
export function brandLines(columns: ProductColumns): Line[] {
  return linesOf(columns, 'brand', () => true);
}

/** The models of a brand, in the same order. */
export function modelLines(columns: ProductColumns, brandSlug: string): Line[] {
  const brand = columns.valuesOf.brand.find(brandSlug);
  const { cells } = columns.facets.brand;
  return brand === 0 ? [] : linesOf(columns, 'model', (place) => cells[place] === brand);
}

/** The slugs of all models with those of their brands, in order of appearance. */
export function allModelLines({ count, facets, valuesOf }: ProductColumns) {
  const lines = new Map<number, { readonly brand: string; readonly model: string }>();
  for (let place = 0; place < count; place += 1) {
    const [brand, model] = [facets.brand.at(place), facets.model.at(place)];
    const line = brand * valuesOf.model.size + model;
    if (brand > 0 && model > 0 && !lines.has(line)) {
      lines.set(line, { brand: valuesOf.brand.named(brand).value, model: valuesOf.model.named(model).value });
    }
  }
  const address = ({ brand, model }: { readonly brand: string; readonly model: string }) =>
    `${brand}/${model}`;
  return [...lines.values()].sort((a, b) => (address(a) < address(b) ? -1 : 1));
}

/** The indexes of the products of a brand, or of one of its models. */
export function placesOfLine(
  { count, facets, valuesOf }: ProductColumns,
  slugs: { readonly brand: string; readonly model: string | null },
): Int32Array {
  const brand = valuesOf.brand.find(slugs.brand);
  const model = slugs.model === null ? null : valuesOf.model.find(slugs.model);
  const places = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place += 1) {
    if (
      brand > 0 &&
      facets.brand.at(place) === brand &&
      (model === null || (model > 0 && facets.model.at(place) === model))
    ) {
      places[found] = place;
      found += 1;
    }
  }
  return places.subarray(0, found);
}

/** The names of the best-selling models; at most `limit`. */
export function popularModels({ count, facets, sales, valuesOf }: ProductColumns, limit: number): string[] {
  const sold = new Map<number, number>();
  for (let place = 0; place < count; place += 1) {
    const number = facets.model.at(place);
    sold.set(number, (sold.get(number) ?? 0) + sales.lately.at(place));
  }
  return [...sold]
    .filter(([number, modelSales]) => number > 0 && modelSales > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([number]) => valuesOf.model.named(number).name);
}

function linesOf(columns: ProductColumns, facet: LineFacet, isOne: (place: number) => boolean): Line[] {
  const { count, facets, sales, spelt, spellings, valuesOf } = columns;
  const numbers = facets[facet].cells;
  const lately = sales.lately.cells;
  const counts = new Int32Array(valuesOf[facet].size);
  /** The index of the best seller plus 1, so that 0 means none. */
  const best = new Int32Array(counts.length);
  const speltBy = new Int32Array(spellings.size);
  /** The line of each spelling that occurs. */
  const lineOf = new Int32Array(spellings.size);
  for (let place = 0; place < count; place += 1) {
    const number = numbers[place] ?? 0;
    if (number === 0 || !isOne(place)) {
      continue;
    }
    const spelling = spelt[facet].at(place);
    counts[number] = (counts[number] ?? 0) + 1;
    speltBy[spelling] = (speltBy[spelling] ?? 0) + 1;
    lineOf[spelling] = number;
    const bestPlace = (best[number] ?? 0) - 1;
    if (bestPlace < 0 || (lately[place] ?? 0) > (lately[bestPlace] ?? 0)) {
      best[number] = place + 1;
    }
  }
  const nameOf = new Map<number, { readonly name: string; readonly products: number }>();
  for (const [spelling, number] of lineOf.entries()) {
    const [name, products] = [spellings.text(spelling), speltBy[spelling] ?? 0];
    const known = nameOf.get(number);
    if (!known || products > known.products || (products === known.products && name < known.name)) {
      nameOf.set(number, { name, products });
    }
  }
  return [...nameOf]
    .filter(([number]) => number > 0)
    .map(([number, { name }]) => ({
      slug: valuesOf[facet].named(number).value,
      name,
      products: counts[number] ?? 0,
      thumbnail: columns.productAt((best[number] ?? 0) - 1).thumbnail,
    }))
    .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1));
}
