import { type AnyFacet, ofEachFacet, SINGLE_FACETS, type SingleFacet } from './facets.js';
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
  readonly hasSize: boolean;
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
 * Goes once through all products, for what fits every choice and for what any other single choice would show: a product
 * that misses one choice counts for the values of that facet, one that misses two counts nowhere.
 */
export class BrowsePass {
  /** The places of what fits, `fittingCount` of them. */
  readonly fitting: Int32Array;
  fittingCount = 0;
  private readonly facets: Readonly<Record<AnyFacet, Int32Array>>;
  private readonly retail: Int32Array;
  private readonly lowestAsk: Int32Array;
  /** The places of what fits but for its size, its price and its discount. */
  private readonly candidates: Int32Array;
  private candidateCount = 0;
  readonly counts: Readonly<Record<AnyFacet, Int32Array>>;
  /** How many products fit but for these choices, by their bits. */
  private readonly missing = new Int32Array(2 * BIT['below-retail']);
  belowRetail = 0;
  lowestPrice = KEYS;
  highestPrice = 0;

  /** @param askOf the lowest ask in the chosen sizes, in cents, 0 for none */
  constructor(
    count: number,
    columns: ProductColumns,
    private readonly askOf: (place: number) => number,
    private readonly wanted: Wanted,
  ) {
    this.facets = ofEachFacet((facet) => columns.facets[facet].cells);
    this.retail = columns.retail.cells;
    this.lowestAsk = columns.lowestAsk.cells;
    this.fitting = new Int32Array(count);
    this.candidates = new Int32Array(count);
    this.counts = ofEachFacet((facet) => new Int32Array(columns.valuesOf[facet].size));
    for (let place = 0; place < count; place += 1) {
      const missed = this.missedFacts(place);
      if (isOneAtMost(missed)) {
        this.take(place, missed);
      }
    }
  }

  /** The choices each of which, given up, would show something, with how much; the most first. */
  loosened(): { readonly choice: Choice; readonly count: number }[] {
    return CHOICES.map((choice) => ({ choice, count: this.missing[BIT[choice]] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
  }

  /** How many products would fit if one size were chosen, of which these are the asks. */
  countWithAsks(asks: Int32Array): number {
    let count = 0;
    for (let index = 0; index < this.candidateCount; index += 1) {
      const place = this.candidates[index] ?? 0;
      const ask = asks[place] ?? 0;
      if (ask > 0 && this.isPriceWanted(ask) && this.isRetailWanted(ask, place)) {
        count += 1;
      }
    }
    return count;
  }

  /** Which choices a product does not fit, but for those of its asks. */
  private missedFacts(place: number): number {
    const { facets, wanted } = this;
    let missed = 0;
    for (const facet of SINGLE_FACETS) {
      const isWanted = wanted.values[facet];
      if (isWanted !== null && isWanted[facets[facet][place] ?? 0] !== 1) {
        missed |= BIT[facet];
      }
    }
    if (wanted.colours !== 0 && ((facets.colour[place] ?? 0) & wanted.colours) === 0) {
      missed |= BIT.colour;
    }
    if (wanted.matches !== null && wanted.matches[place] === NO_MATCH) {
      missed |= BIT.q;
    }
    return missed;
  }

  private take(place: number, missedFacts: number): void {
    if (missedFacts === 0) {
      this.candidates[this.candidateCount] = place;
      this.candidateCount += 1;
    }
    const ask = this.askOf(place);
    const missed = missedFacts | this.missedAsks(place, ask);
    this.countMissed(place, missed);
    if ((missed === 0 || missed === BIT.price) && ask > 0) {
      this.lowestPrice = Math.min(this.lowestPrice, ask);
      this.highestPrice = Math.max(this.highestPrice, ask);
    }
    if (missed === 0) {
      this.fitting[this.fittingCount] = place;
      this.fittingCount += 1;
      if (ask > 0 && ask < (this.retail[place] ?? 0)) {
        this.belowRetail += 1;
      }
    }
    this.countValues(place, missed);
  }

  private missedAsks(place: number, ask: number): number {
    return (
      (this.wanted.hasSize && ask === 0 ? BIT.size : 0) |
      (this.isPriceWanted(ask) ? 0 : BIT.price) |
      (this.isRetailWanted(ask, place) ? 0 : BIT['below-retail'])
    );
  }

  private countMissed(place: number, missed: number): void {
    if ((missed & BIT.size) === 0) {
      increase(this.missing, missed);
    }
    if (this.wanted.hasSize && missed !== 0 && (missed & ~BITS_OF_ASKS) === 0) {
      // In another size it may be of another price.
      const ask = this.lowestAsk[place] ?? 0;
      if (this.isPriceWanted(ask) && this.isRetailWanted(ask, place)) {
        increase(this.missing, BIT.size);
      }
    }
  }

  private isPriceWanted(cents: number): boolean {
    const { price } = this.wanted;
    return price === null || (cents > 0 && cents >= price.lowestCents && cents <= price.highestCents);
  }

  private isRetailWanted(cents: number, place: number): boolean {
    return !this.wanted.isBelowRetail || (cents > 0 && cents < (this.retail[place] ?? 0));
  }

  private countValues(place: number, missed: number): void {
    for (const facet of SINGLE_FACETS) {
      if (missed === 0 || missed === BIT[facet]) {
        increase(this.counts[facet], this.facets[facet][place] ?? 0);
      }
    }
    if (missed === 0 || missed === BIT.colour) {
      const bits = this.facets.colour[place] ?? 0;
      for (let number = 1; number < this.counts.colour.length; number += 1) {
        if ((bits & (1 << number)) !== 0) {
          increase(this.counts.colour, number);
        }
      }
    }
  }
}

function increase(counts: Int32Array, number: number): void {
  counts[number] = (counts[number] ?? 0) + 1;
}

function isOneAtMost(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}
