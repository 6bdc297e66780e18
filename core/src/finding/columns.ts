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

  /** The count of numbers, 0 included. */
  get size(): number {
    return this.values.length + 1;
  }

  /** The number of a value; a new value gets a new one. The first caller sets the name. */
  add(value: string, name: string): number {
    const known = this.numberOf.get(value);
    if (known !== undefined) {
      return known;
    }
    this.values.push({ value, name });
    this.numberOf.set(value, this.values.length);
    return this.values.length;
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
