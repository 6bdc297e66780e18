import { type AskBounds, isWithin } from './best-prices.js';
import { type AnyFacet, CHOICES, type Choice } from './facets.js';
import { KEYS } from './least.js';
import type { PlaceSet } from './place-set.js';
import type { ProductColumns } from './product-columns.js';

/** What somebody has chosen, as products are compared with it. */
export interface Wanted {
  /** The places that fit each choice that is made, but for those of a price. */
  readonly sets: ReadonlyMap<Choice, PlaceSet>;
  readonly sizes: readonly string[];
  /** Null for any. */
  readonly price: { readonly lowestCents: number; readonly highestCents: number } | null;
  readonly isBelowRetail: boolean;
}

/**
 * The products that fit some choices. What another value of a facet would show is counted among those that fit all other
 * choices: sets of bits, whose intersection costs next to nothing. So only places that count somewhere are gone through,
 * one by one, and only they are asked for their prices.
 */
export class Narrowed {
  /** The places of what fits, the least first. */
  readonly fitting: Int32Array;
  /** The choices that somebody has made. */
  private readonly made: readonly Choice[];
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

  /** The lowest ask at a place, of the chosen sizes, in cents; 0 for none. */
  askAt(place: number): number {
    return this.columns.prices.askAt(place, this.sizeFlags);
  }

  /** How many products each value of a facet would show. */
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

  /** How many products would show if a size were chosen, by its number. */
  countSizes(): Int32Array {
    const places = this.placesBut('size', 'price', 'below-retail');
    return this.columns.prices.countSizes(places, this.boundsOf(this.made));
  }

  /** The least and the greatest ask of what fits but for its price; null for none. */
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

  /** How many of the products that fit are asked below retail. */
  countBelowRetail(): number {
    const bounds = this.boundsOf(['below-retail']);
    let count = 0;
    for (const place of this.fitting) {
      count += isWithin(this.askAt(place), place, bounds) ? 1 : 0;
    }
    return count;
  }

  /** The choices each of which, given up, would show something, with how much; the most first. For when nothing fits. */
  loosened(): { readonly choice: Choice; readonly count: number }[] {
    return CHOICES.map((choice) => ({ choice, count: this.placesBut(choice).length }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
  }

  /** The places of what fits all choices but some. */
  private placesBut(...given: readonly Choice[]): Int32Array {
    const left = this.made.filter((choice) => !given.includes(choice));
    return left.length === this.made.length ? this.fitting : this.placesThatFit(left);
  }

  private placesThatFit(choices: readonly Choice[]): Int32Array {
    const { sets } = this.wanted;
    const [first = this.columns.everything(), ...others] = choices.flatMap(
      (choice) => sets.get(choice) ?? [],
    );
    const places = first.and(others).places();
    if (!choices.includes('price') && !choices.includes('below-retail')) {
      return places;
    }
    const bounds = this.boundsOf(choices);
    // In another size, a product may be of another price.
    const flags = choices.includes('size') ? this.sizeFlags : null;
    return places.filter((place) => isWithin(this.columns.prices.askAt(place, flags), place, bounds));
  }

  /** Between which prices an ask has to be by some choices. */
  private boundsOf(choices: readonly Choice[]): AskBounds {
    const price = choices.includes('price') ? this.wanted.price : null;
    return {
      leastCents: Math.max(1, price?.lowestCents ?? 1),
      mostCents: price?.highestCents ?? KEYS - 1,
      belowCents: choices.includes('below-retail') ? this.columns.retail.cells : null,
    };
  }
}
