const FIRST_LENGTH = 128;

/** A column of whole numbers, one for each place, which grows as it is written; 0 where nothing was. */
export class Column {
  /** The numbers themselves, for loops over many of them. Another array once a later place is written. */
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

/** The values of a facet, each with a number from 1 on; 0 is none. */
export class FacetValues {
  private readonly numberOf = new Map<string, number>();
  private readonly values: NamedValue[] = [];

  /** How many numbers there are, the 0 included. */
  get size(): number {
    return this.values.length + 1;
  }

  /** The number of a value, a new one if need be. Whoever comes first gives the name. */
  add(value: string, name: string): number {
    const known = this.numberOf.get(value);
    if (known !== undefined) {
      return known;
    }
    this.values.push({ value, name });
    this.numberOf.set(value, this.values.length);
    return this.values.length;
  }

  /** 0 for a value that nothing has had. */
  find(value: string): number {
    return this.numberOf.get(value) ?? 0;
  }

  /** @throws for a number that is no value's */
  named(number: number): NamedValue {
    const value = this.values[number - 1];
    if (!value) {
      throw new RangeError(`There is no value ${number}`);
    }
    return value;
  }
}

/** Texts by numbers, from 1 on. */
export class NumberedTexts {
  private readonly numberOf = new Map<string, number>();
  private readonly texts: string[] = [];

  /** How many numbers there are, the 0 included, which is no text's. */
  get size(): number {
    return this.texts.length + 1;
  }

  /** The number of a text, a new one if need be. */
  number(text: string): number {
    const number = this.numberOf.get(text) ?? this.texts.push(text);
    this.numberOf.set(text, number);
    return number;
  }

  /** 0 for a text that has none. */
  find(text: string): number {
    return this.numberOf.get(text) ?? 0;
  }

  /** In the order of their numbers, the first at 0. */
  all(): readonly string[] {
    return this.texts;
  }

  /** Empty for a number that is no text's. */
  text(number: number): string {
    return this.texts[number - 1] ?? '';
  }
}
