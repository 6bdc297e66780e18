import { type AskBounds, isWithin } from './best-prices.js';
import { type AnyFacet, CHOICES, type Filter } from './facets.js';
import { KEYS } from './least.js';
import type { PlaceSet } from './place-set.js';
import type { ProductColumns } from './product-columns.js';

/** Filters in the form in which products are compared with them. */
export interface Wanted {
  /** The matching product indexes of each active filter, except the price filters. */
  readonly sets: ReadonlyMap<Filter, PlaceSet>;
  readonly sizes: readonly string[];
  /** Null for any price. */
  readonly price: { readonly lowestCents: number; readonly highestCents: number } | null;
  readonly isBelowRetail: boolean;
}

/**
 * The products that match some filters. The count of another value of a facet covers the products that match all other
 * filters: intersections of bit sets, which are cheap. Only products that count somewhere are visited one by one, and
 * only their prices are read.
 */
export class Narrowed {
  /** The indexes of the matches, in ascending order. */
  readonly fitting: Int32Array;
  /** The active filters. */
  private readonly made: readonly Filter[];
  private readonly sizeFlags: Uint8Array | null;

  constructor(
    private readonly columns: ProductColumns,
    private readonly wanted: Wanted,
  ) {
    const { sets, price, isBelowRetail } = wanted;
    this.made = CHOICES.filter(
      (choice) =>
        sets.has(choice) ||
        (choice === 'price' && price !== null) ||
        (choice === 'below-retail' && isBelowRetail),
    );
    this.sizeFlags = columns.prices.flagsOf(wanted.sizes);
    this.fitting = this.placesThatFit(this.made);
  }

  /** The lowest ask of a product in the selected sizes, in cents; 0 for none. */
  askAt(place: number): number {
    return this.columns.prices.askAt(place, this.sizeFlags);
  }

  /** The number of matches for each value of a facet. */
  counts(facet: AnyFacet): Int32Array {
    const places = this.placesBut(facet);
    const { cells } = this.columns.facets[facet];
    const counts = new Int32Array(this.columns.valuesOf[facet].size);
    if (facet === 'colour') {
      for (const place of places) {
        const bits = cells[place] ?? 0;
        for (let number = 1; bits >> number !== 0; number += 1) {
          counts[number] = (counts[number] ?? 0) + ((bits >> number) & 1);
        }
      }
    } else {
      for (const place of places) {
        const number = cells[place] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** The number of matches for each size, by its number. */
  countSizes(): Int32Array {
    const places = this.placesBut('size', 'price', 'below-retail');
    return this.columns.prices.countSizes(places, this.boundsOf(this.made));
  }

  /** The lowest and highest ask of the products that match all filters but the price; null for none. */
  prices(): { readonly lowest: number; readonly highest: number } | null {
    let lowest = 0;
    let highest = 0;
    for (const place of this.placesBut('price')) {
      const ask = this.askAt(place);
      if (ask > 0) {
        lowest = lowest === 0 || ask < lowest ? ask : lowest;
        highest = ask > highest ? ask : highest;
      }
    }
    return highest === 0 ? null : { lowest, highest };
  }

  /** The number of matches with an ask below retail. */
  countBelowRetail(): number {
    const bounds = this.boundsOf(['below-retail']);
    let count = 0;
    for (const place of this.fitting) {
      count += isWithin(this.askAt(place), place, bounds) ? 1 : 0;
    }
    return count;
  }

  /** The filters that give matches if removed, with their counts, most first. For use without matches. */
  relaxed(): { readonly choice: Filter; readonly count: number }[] {
    return CHOICES.map((choice) => ({ choice, count: this.placesBut(choice).length }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
  }

  /** The indexes of the products that match all filters but these. */
  private placesBut(...given: readonly Filter[]): Int32Array {
    const left = this.made.filter((choice) => !given.includes(choice));
    return left.length === this.made.length ? this.fitting : this.placesThatFit(left);
  }

  private placesThatFit(filters: readonly Filter[]): Int32Array {
    const { sets } = this.wanted;
    const places = this.columns
      .everything()
      .and(filters.flatMap((choice) => sets.get(choice) ?? []))
      .places();
    if (!filters.includes('price') && !filters.includes('below-retail')) {
      return places;
    }
    const bounds = this.boundsOf(filters);
    // A product's price depends on the selected sizes.
    const flags = filters.includes('size') ? this.sizeFlags : null;
    return places.filter((place) => isWithin(this.columns.prices.askAt(place, flags), place, bounds));
  }

  /** The bounds on an ask that these filters set. */
  private boundsOf(filters: readonly Filter[]): AskBounds {
    const price = filters.includes('price') ? this.wanted.price : null;
    return {
      minCents: Math.max(1, price?.lowestCents ?? 1),
      maxCents: price?.highestCents ?? KEYS - 1,
      belowCents: filters.includes('below-retail') ? this.columns.retail.cells : null,
    };
  }
}
