import { type AnyFacet, SINGLE_FACETS, type SingleFacet } from './facets.js';
import { KEYS } from './least.js';
import type { ProductColumns } from './product-columns.js';
import { NO_MATCH } from './product-words.js';

/** What somebody has chosen, as the pass compares it; null, and no bits, where anything will do. */
export interface Wanted {
  /** Of each facet, a 1 for every number of a value that is chosen. */
  readonly values: Readonly<Record<SingleFacet, Uint8Array | null>>;
  /** A bit for each colour that is chosen. */
  readonly colours: number;
  /** How well each place matches the text. */
  readonly matches: Uint8Array | null;
  readonly sizes: readonly string[];
  readonly price: { readonly lowestCents: number; readonly highestCents: number } | null;
  readonly isBelowRetail: boolean;
}

/** A bit for each choice that a product may not fit. */
const BIT = {
  brand: 1,
  model: 2,
  kind: 4,
  year: 8,
  colour: 16,
  q: 32,
  size: 64,
  price: 128,
  'below-retail': 256,
} as const;

/** What somebody may have chosen: `price` is from and to. */
export type Choice = keyof typeof BIT;

const BITS_OF_ASKS = BIT.size | BIT.price | BIT['below-retail'];
const CHOICES = Object.keys(BIT) as Choice[];

/**
 * Which choices each product misses, and so what any other single choice would show: a product that misses one choice
 * counts for the values of that facet, one that misses two counts nowhere. It goes through one column after the other,
 * each in a loop of its own, which is many times faster than through one product after the other; and what is counted
 * is counted among the few products that count somewhere.
 */
export class BrowsePass {
  /** The choices that the product at each place misses, by their bits. */
  private readonly missed: Uint16Array;
  /** The lowest ask at each place, of the chosen sizes, in cents, 0 for none. */
  readonly asks: Int32Array;
  /** The places of what may count: it misses one choice at most, or only such as another size may change. */
  private readonly near: Int32Array;
  /** The places of what fits. */
  readonly fitting: Int32Array;

  constructor(
    private readonly count: number,
    private readonly columns: ProductColumns,
    private readonly wanted: Wanted,
  ) {
    this.missed = new Uint16Array(count);
    this.asks = columns.asksOfSizes(wanted.sizes);
    for (const facet of SINGLE_FACETS) {
      this.markFacet(facet);
    }
    this.markColours();
    this.markText();
    this.markAsks();
    this.near = this.findNear();
    this.fitting = this.placesOf(0);
  }

  /** How many products each value of a facet would show. */
  counts(facet: AnyFacet): Int32Array {
    return facet === 'colour' ? this.countColours() : this.countValues(facet);
  }

  /** How many products would show if a size were chosen. */
  countSizes(sizes: readonly string[]): number[] {
    const candidates = this.placesOf(BITS_OF_ASKS);
    return sizes.map((size) => this.countAsked(this.columns.asksOfSizes([size]), candidates));
  }

  /** The least and the greatest ask of what fits but for its price; null for none. */
  prices(): { readonly lowest: number; readonly highest: number } | null {
    const { asks, missed } = this;
    let lowest = 0;
    let highest = 0;
    for (const place of this.near) {
      const ask = asks[place] ?? 0;
      if (((missed[place] ?? 0) & ~BIT.price) === 0 && ask > 0) {
        lowest = lowest === 0 || ask < lowest ? ask : lowest;
        highest = ask > highest ? ask : highest;
      }
    }
    return highest === 0 ? null : { lowest, highest };
  }

  /** How many of the products that fit are asked below retail. */
  countBelowRetail(): number {
    const { asks, fitting } = this;
    const retail = this.columns.retail.cells;
    let count = 0;
    for (const place of fitting) {
      const ask = asks[place] ?? 0;
      if (ask > 0 && ask < (retail[place] ?? 0)) {
        count += 1;
      }
    }
    return count;
  }

  /** The choices each of which, given up, would show something, with how much; the most first. */
  loosened(): { readonly choice: Choice; readonly count: number }[] {
    return CHOICES.map((choice) => ({
      choice,
      count: choice === 'size' ? this.countWithoutSize() : this.countMissing(BIT[choice]),
    }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
  }

  private markFacet(facet: SingleFacet): void {
    const isWanted = this.wanted.values[facet];
    if (isWanted === null) {
      return;
    }
    const { missed } = this;
    const { cells } = this.columns.facets[facet];
    const bit = BIT[facet];
    for (let place = 0; place < this.count; place += 1) {
      missed[place] = (missed[place] ?? 0) | (bit * (1 - (isWanted[cells[place] ?? 0] ?? 0)));
    }
  }

  private markColours(): void {
    const { colours } = this.wanted;
    if (colours === 0) {
      return;
    }
    const { missed } = this;
    const { cells } = this.columns.facets.colour;
    for (let place = 0; place < this.count; place += 1) {
      missed[place] = (missed[place] ?? 0) | (BIT.colour * isNone((cells[place] ?? 0) & colours));
    }
  }

  private markText(): void {
    const { matches } = this.wanted;
    if (matches === null) {
      return;
    }
    const { missed } = this;
    for (let place = 0; place < this.count; place += 1) {
      missed[place] = (missed[place] ?? 0) | (BIT.q * isNone(NO_MATCH - (matches[place] ?? 0)));
    }
  }

  private markAsks(): void {
    const { isBelowRetail, price, sizes } = this.wanted;
    const { asks, missed } = this;
    if (sizes.length > 0) {
      for (let place = 0; place < this.count; place += 1) {
        missed[place] = (missed[place] ?? 0) | (BIT.size * isNone(asks[place] ?? 0));
      }
    }
    if (price !== null) {
      const { least, most } = this.bounds();
      for (let place = 0; place < this.count; place += 1) {
        const ask = asks[place] ?? 0;
        missed[place] = (missed[place] ?? 0) | (BIT.price * isBelow0((ask - least) | (most - ask)));
      }
    }
    if (isBelowRetail) {
      const retail = this.columns.retail.cells;
      for (let place = 0; place < this.count; place += 1) {
        const ask = asks[place] ?? 0;
        missed[place] =
          (missed[place] ?? 0) |
          (BIT['below-retail'] * isBelow0((ask - 1) | ((retail[place] ?? 0) - 1 - ask)));
      }
    }
  }

  /** What an ask, which is never 0, is not below and not above. */
  private bounds(): { readonly least: number; readonly most: number } {
    const { price } = this.wanted;
    return price === null
      ? { least: 1, most: KEYS - 1 }
      : { least: Math.max(1, price.lowestCents), most: price.highestCents };
  }

  private findNear(): Int32Array {
    const { missed } = this;
    const places = new Int32Array(this.count);
    let count = 0;
    for (let place = 0; place < this.count; place += 1) {
      const bits = missed[place] ?? 0;
      if ((bits & (bits - 1)) === 0 || (bits & ~BITS_OF_ASKS) === 0) {
        places[count] = place;
        count += 1;
      }
    }
    return places.subarray(0, count);
  }

  /** The places of what misses no choice but some of these: one, or those of asks. */
  private placesOf(bits: number): Int32Array {
    const { missed, near } = this;
    const places = new Int32Array(near.length);
    let count = 0;
    for (const place of near) {
      if (((missed[place] ?? 0) & ~bits) === 0) {
        places[count] = place;
        count += 1;
      }
    }
    return places.subarray(0, count);
  }

  private countValues(facet: SingleFacet): Int32Array {
    const { missed } = this;
    const { cells } = this.columns.facets[facet];
    const others = ~BIT[facet];
    const counts = new Int32Array(this.columns.valuesOf[facet].size);
    for (const place of this.near) {
      if (((missed[place] ?? 0) & others) === 0) {
        const number = cells[place] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    return counts;
  }

  private countColours(): Int32Array {
    const { cells } = this.columns.facets.colour;
    const counts = new Int32Array(this.columns.valuesOf.colour.size);
    for (const place of this.placesOf(BIT.colour)) {
      const bits = cells[place] ?? 0;
      for (let number = 1; bits >> number !== 0; number += 1) {
        counts[number] = (counts[number] ?? 0) + ((bits >> number) & 1);
      }
    }
    return counts;
  }

  private countMissing(bit: number): number {
    let count = 0;
    for (const place of this.near) {
      count += this.missed[place] === bit ? 1 : 0;
    }
    return count;
  }

  /** In another size, a product may be of another price. */
  private countWithoutSize(): number {
    const { isBelowRetail, price, sizes } = this.wanted;
    if (sizes.length === 0) {
      return 0;
    }
    const candidates = this.placesOf(BITS_OF_ASKS);
    return price === null && !isBelowRetail
      ? candidates.length
      : this.countAsked(this.columns.asksOfSizes([]), candidates);
  }

  /** How many of some places have an ask of a price that is wanted. */
  private countAsked(asks: Int32Array, places: Int32Array): number {
    const { least, most } = this.bounds();
    const belowRetail = this.wanted.isBelowRetail ? this.columns.retail.cells : null;
    return countBetween(asks, places, { least, most, belowRetail });
  }
}

/** 1 for a whole number below 0, which has its first bit set, and else 0: without a branch, which nobody could predict. */
function isBelow0(number: number): number {
  return number >>> 31;
}

/** 1 for 0, and 0 for what is above. */
function isNone(number: number): number {
  return isBelow0(number - 1);
}

/** How many of some places have an ask within bounds: what is out of them is counted, without a branch. */
function countBetween(
  asks: Int32Array,
  places: Int32Array,
  {
    least,
    most,
    belowRetail,
  }: { readonly least: number; readonly most: number; readonly belowRetail: Int32Array | null },
): number {
  let outside = 0;
  if (belowRetail === null) {
    for (let index = 0; index < places.length; index += 1) {
      const ask = asks[places[index] ?? 0] ?? 0;
      outside += isBelow0((ask - least) | (most - ask));
    }
  } else {
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      const ask = asks[place] ?? 0;
      outside += isBelow0((ask - least) | (most - ask) | ((belowRetail[place] ?? 0) - 1 - ask));
    }
  }
  return places.length - outside;
}
