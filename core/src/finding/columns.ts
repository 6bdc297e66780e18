const FIRST_LENGTH = 128;

/** A growing column of integers, one per index; 0 where nothing was written. */
export class Column {
  /** The raw array, for loops over many cells. Writing a later index may replace it. */
  cells: Int32Array<ArrayBuffer> = new Int32Array(FIRST_LENGTH);

  at(place: number): number {
    return this.cells[place] ?? 0;
  }

  set(place: number, value: number): void {
    if (place >= this.cells.length) {
      const grown = new Int32Array(Math.max(place + 1, this.cells.length * 2));
      grown.set(this.cells);
      this.cells = grown;
    }
    this.cells[place] = value;
  }
}

interface NamedValue {
  readonly value: string;
  readonly name: string;
}

/** The values of a facet, numbered from 1; 0 means none. */
export class FacetValues {
  private readonly numberOf = new Map<string, number>();
  private readonly values: NamedValue[] = [];
  /** How many products use each spelling of a value, by its number. */
  private readonly spellings: Map<string, number>[] = [];

  /** The count of numbers, 0 included. */
  get size(): number {
    return this.values.length + 1;
  }

  /** The number of a value; a new value gets a new one, with this name until products use another spelling. */
  add(value: string, name: string): number {
    const known = this.numberOf.get(value);
    if (known !== undefined) {
      return known;
    }
    this.values.push({ value, name });
    this.numberOf.set(value, this.values.length);
    return this.values.length;
  }

  /**
   * Counts the products that use a spelling of a value. The most common one is its name.
   * @param by 1 for a product that begins to use it, -1 for one that stops
   */
  countSpelling(number: number, spelling: string, by: 1 | -1): void {
    const { value, name } = this.named(number);
    const counts = this.spellings[number] ?? new Map<string, number>();
    this.spellings[number] = counts;
    const count = (counts.get(spelling) ?? 0) + by;
    if (count > 0) {
      counts.set(spelling, count);
    } else {
      counts.delete(spelling);
    }
    this.values[number - 1] = { value, name: mostCommon(counts) ?? name };
  }

  /** The number of a value; 0 if unknown. */
  find(value: string): number {
    return this.numberOf.get(value) ?? 0;
  }

  /** @throws for a number without a value */
  named(number: number): NamedValue {
    const value = this.values[number - 1];
    if (!value) {
      throw new RangeError(`There is no value ${number}`);
    }
    return value;
  }
}

/** The first one in the alphabet among equals; null if there is none. */
function mostCommon(counts: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  let bestCount = 0;
  for (const [spelling, count] of counts) {
    if (count > bestCount || (count === bestCount && best !== null && spelling < best)) {
      best = spelling;
      bestCount = count;
    }
  }
  return best;
}

/** Texts numbered from 1. */
export class NumberedTexts {
  private readonly numberOf = new Map<string, number>();
  private readonly texts: string[] = [];

  /** The count of numbers, 0 included. */
  get size(): number {
    return this.texts.length + 1;
  }

  /** The number of a text; a new text gets a new one. */
  number(text: string): number {
    const number = this.numberOf.get(text) ?? this.texts.push(text);
    this.numberOf.set(text, number);
    return number;
  }

  /** The number of a text; 0 if unknown. */
  find(text: string): number {
    return this.numberOf.get(text) ?? 0;
  }

  /** All texts in the order of their numbers; number 1 is at 0. */
  all(): readonly string[] {
    return this.texts;
  }

  /** The text of a number; empty if unknown. */
  text(number: number): string {
    return this.texts[number - 1] ?? '';
  }
}
