/** The number of product indexes per integer. */
const BITS = 32;
const SHIFT = 5;
const FIRST_LENGTH = 4;

/** A bit set of product indexes. One operation compares thirty-two of them with those of another set. */
export class PlaceSet {
  private constructor(private bits: Int32Array<ArrayBuffer>) {}

  static empty(): PlaceSet {
    return new PlaceSet(new Int32Array(FIRST_LENGTH));
  }

  /** All indexes below `count`. */
  static below(count: number): PlaceSet {
    const bits = new Int32Array(Math.ceil(count / BITS)).fill(-1);
    if (count % BITS > 0) {
      bits[bits.length - 1] = ~(-1 << (count % BITS));
    }
    return new PlaceSet(bits);
  }

  /** The indexes in any of these lists. @param count the upper bound of the indexes */
  static of(lists: readonly Iterable<number>[], count: number): PlaceSet {
    const set = new PlaceSet(new Int32Array(Math.ceil(count / BITS)));
    for (const list of lists) {
      for (const place of list) {
        set.add(place);
      }
    }
    return set;
  }

  /** The indexes in any of these sets. */
  static union(sets: readonly PlaceSet[]): PlaceSet {
    const [first, second] = sets;
    if (first && !second) {
      return first;
    }
    const all = new Int32Array(Math.max(0, ...sets.map(({ bits }) => bits.length)));
    for (const { bits } of sets) {
      for (let index = 0; index < bits.length; index += 1) {
        all[index] = (all[index] ?? 0) | (bits[index] ?? 0);
      }
    }
    return new PlaceSet(all);
  }

  /** The indexes in this set and in all others. */
  and(others: readonly PlaceSet[]): PlaceSet {
    const length = others.reduce((least, { bits }) => Math.min(least, bits.length), this.bits.length);
    const common = this.bits.slice(0, length);
    for (const { bits } of others) {
      for (let index = 0; index < length; index += 1) {
        common[index] = (common[index] ?? 0) & (bits[index] ?? 0);
      }
    }
    return new PlaceSet(common);
  }

  add(place: number): void {
    const index = place >> SHIFT;
    if (index >= this.bits.length) {
      const grown = new Int32Array(Math.max(index + 1, this.bits.length * 2));
      grown.set(this.bits);
      this.bits = grown;
    }
    this.bits[index] = (this.bits[index] ?? 0) | (1 << (place & (BITS - 1)));
  }

  delete(place: number): void {
    const index = place >> SHIFT;
    if (index < this.bits.length) {
      this.bits[index] = (this.bits[index] ?? 0) & ~(1 << (place & (BITS - 1)));
    }
  }

  /** The indexes in ascending order. */
  places(): Int32Array {
    const { bits } = this;
    const places = new Int32Array(this.count());
    let count = 0;
    for (let index = 0; index < bits.length; index += 1) {
      let left = bits[index] ?? 0;
      while (left !== 0) {
        const lowest = left & -left;
        places[count] = index * BITS + (BITS - 1 - Math.clz32(lowest));
        count += 1;
        left ^= lowest;
      }
    }
    return places;
  }

  private count(): number {
    const { bits } = this;
    let count = 0;
    for (let index = 0; index < bits.length; index += 1) {
      count += bitCount(bits[index] ?? 0);
    }
    return count;
  }
}

/** Counts bits by adding neighbouring bits, then pairs, groups of four and of eight. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(eights, 0x01010101) >>> 24;
}
