import { addToGroup } from '../group-by.js';
import { Column, NumberedTexts } from './columns.js';
import { normalised } from './normalised.js';
import { PlaceLists } from './place-lists.js';
import { typingErrors } from './typing-errors.js';

/** The searchable texts of a product. */
export interface SearchedProduct {
  readonly name: string;
  readonly nickname: string | null;
  readonly brand: string;
  readonly model: string | null;
  readonly styleCode: string | null;
  readonly kind?: string | null;
  readonly colours?: readonly string[];
}

/** The products that match a text. */
export interface Matches {
  /** Their indexes, unordered. */
  readonly places: Int32Array;
  /** The cost of each index, lower for a better match. */
  readonly costs: Uint8Array;
}

/** The cost of a mismatch. */
const NO_MATCH = 255;

/** The cost of a searched word, by the kind of its match. */
const WHOLE = 0;
const BEGINNING = 1;
const WITHIN = 2;
const TYPING_ERROR = 4;
/** A colour or an audience that no text of the product names. */
const FACET = 3;
/** Begins the words of facets. No other word contains it. */
const FACET_MARK = '\n';
/** The minimum typed length for facets. */
const MIN_FACET_LETTERS = 3;
const MAX_WORDS = 12;
/** A number of a model, such as the 4 of 'Air Jordan 4'. */
const SHORT_NUMBER = /^\d{1,2}$/;
/** The minimum typed length for style codes: fewer letters match too many. */
const MIN_CODE_LETTERS = 3;

/** The matches of one searched word. */
interface FoundWord {
  /** The cost of a match with each word of the catalogue, by its number. */
  readonly costs: Uint8Array;
  /** The cost of a match by style code, by product index. */
  readonly costsOfCodes: ReadonlyMap<number, number>;
  /** The maximum number of matching products. */
  readonly reach: number;
}

/**
 * A search index over the words of many products, fast enough to run on each key press. A text is compared with each
 * distinct word, not with each product, and only the rarest of several words looks up products. Products are numbered
 * from 0.
 */
export class ProductWords {
  private readonly words = new NumberedTexts();
  /** A bit mask of the letters of each word. */
  private readonly letters = new Column();
  private readonly placesOfWord = new PlaceLists();
  private readonly wordsOfPlace: (readonly number[])[] = [];
  /** Style codes in the forms in which users type them. */
  private readonly codes = new NumberedTexts();
  private readonly codesBeginning = new Map<string, number[]>();
  private readonly placesOfCode = new PlaceLists();
  private readonly codesOfPlace: (readonly number[])[] = [];

  /** Replaces the searchable texts of a product. */
  put(
    place: number,
    { name, nickname, brand, model, styleCode, kind = null, colours = [] }: SearchedProduct,
  ): void {
    const texts = [name, nickname, brand, model].filter((text) => text !== null);
    const facetWords = wordsIn([kind ?? '', ...colours].join(' ')).map((word) => FACET_MARK + word);
    const words = [...wordsIn(texts.join(' ')), ...facetWords].map((word) => this.numberOfWord(word));
    this.placesOfWord.move(place, this.wordsOfPlace[place] ?? [], words);
    this.wordsOfPlace[place] = words;
    const codes = waysToType(styleCode ?? '').map((code) => this.numberOfCode(code));
    this.placesOfCode.move(place, this.codesOfPlace[place] ?? [], codes);
    this.codesOfPlace[place] = codes;
  }

  /**
   * Finds which of `count` products match a text: each of its words is contained in one of the product's words, starts
   * a part of its style code, or starts the name of one of its colours or of its audience. Case, accents and word order
   * do not matter.
   * @param areNumbersWhole true if '1' is not part of '11' and of '2019'
   */
  match(text: string, count: number, areNumbersWhole = false): Matches {
    return this.matchWords(text, count, (word) =>
      areNumbersWhole && SHORT_NUMBER.test(word) ? this.wordsAs(word) : this.wordsWith(word),
    );
  }

  /** Matches like `match`, but forgives a typing error or two in each longer word. For use without exact matches. */
  matchClose(text: string, count: number): Matches {
    return this.matchWords(text, count, (word) => this.wordsLike(word));
  }

  private matchWords(text: string, count: number, costsOf: (word: string) => Uint8Array): Matches {
    const costs = new Uint8Array(count).fill(NO_MATCH);
    const found: FoundWord[] = [];
    for (const word of wordsIn(text).slice(0, MAX_WORDS)) {
      const foundWord = this.findWord(word, costsOf(word));
      if (foundWord.reach === 0) {
        return { places: new Int32Array(), costs };
      }
      found.push(foundWord);
    }
    const [fewest, ...others] = found.sort((a, b) => a.reach - b.reach);
    const places = fewest ? this.lookUp(fewest, costs) : new Int32Array();
    return { places: places.filter((place) => this.addCosts(place, others, costs)), costs };
  }

  private findWord(word: string, costs: Uint8Array): FoundWord {
    const costsOfCodes = this.findCodes(word);
    let reach = costsOfCodes.size;
    for (let number = 1; number < costs.length; number += 1) {
      reach += costs[number] === NO_MATCH ? 0 : this.placesOfWord.of(number).length;
    }
    return { costs, costsOfCodes, reach };
  }

  /** Records the cost of a word for each product that has it. @returns these products' indexes */
  private lookUp(found: FoundWord, costs: Uint8Array): Int32Array {
    const places = new Int32Array(found.reach);
    let count = 0;
    const note = (place: number, cost: number) => {
      const before = costs[place] ?? 0;
      if (before === NO_MATCH) {
        places[count] = place;
        count += 1;
      }
      costs[place] = Math.min(before, cost);
    };
    for (const [number, cost] of found.costs.entries()) {
      if (cost !== NO_MATCH) {
        for (const place of this.placesOfWord.of(number)) {
          note(place, cost);
        }
      }
    }
    for (const [place, cost] of found.costsOfCodes) {
      note(place, cost);
    }
    return places.subarray(0, count);
  }

  /** Adds the costs of further words to a product. @returns true if it has all of them */
  private addCosts(place: number, more: readonly FoundWord[], costs: Uint8Array): boolean {
    let total = costs[place] ?? 0;
    for (const found of more) {
      let least = found.costsOfCodes.get(place) ?? NO_MATCH;
      for (const number of this.wordsOfPlace[place] ?? []) {
        least = Math.min(least, found.costs[number] ?? NO_MATCH);
      }
      if (least === NO_MATCH) {
        return false;
      }
      total += least;
    }
    costs[place] = total;
    return true;
  }

  /** The cost for each word of containing the searched one. */
  private wordsWith(searched: string): Uint8Array {
    return this.costsWhere(lettersOf(searched), 0, (word) => {
      if (!word.includes(searched)) {
        return NO_MATCH;
      }
      if (word.startsWith(FACET_MARK)) {
        return startsFacet(searched, word) ? FACET : NO_MATCH;
      }
      return word === searched ? WHOLE : word.startsWith(searched) ? BEGINNING : WITHIN;
    });
  }

  /** The cost for each word of being the searched one. */
  private wordsAs(searched: string): Uint8Array {
    return this.costsWhere(lettersOf(searched), 0, (word) => (word === searched ? WHOLE : NO_MATCH));
  }

  /** The cost for each word of matching with typing errors. */
  private wordsLike(searched: string): Uint8Array {
    const maxErrors = forgivenErrors(searched);
    return this.costsWhere(lettersOf(searched), maxErrors, (word) => {
      if (word.startsWith(FACET_MARK)) {
        return startsFacet(searched, word) ? FACET : NO_MATCH;
      }
      if (word.includes(searched)) {
        return WHOLE;
      }
      const errors =
        word.length < searched.length - maxErrors ? NO_MATCH : typingErrors(searched, word, maxErrors);
      return errors > maxErrors ? NO_MATCH : TYPING_ERROR * errors;
    });
  }

  /** Computes the cost of each word that has all letters but `mostMissing`, a cheap test that excludes most words. */
  private costsWhere(letters: number, mostMissing: number, costOf: (word: string) => number): Uint8Array {
    const { size } = this.words;
    const { cells } = this.letters;
    const costs = new Uint8Array(size).fill(NO_MATCH);
    for (let number = 1; number < size; number += 1) {
      let missing = letters & ~(cells[number] ?? 0);
      for (let left = mostMissing; left > 0; left -= 1) {
        missing &= missing - 1;
      }
      if (missing === 0) {
        costs[number] = costOf(this.words.text(number));
      }
    }
    return costs;
  }

  private findCodes(word: string): ReadonlyMap<number, number> {
    const costs = new Map<number, number>();
    for (const number of this.codesBeginning.get(word.slice(0, MIN_CODE_LETTERS)) ?? []) {
      const code = this.codes.text(number);
      if (code.startsWith(word)) {
        const cost = code === word ? WHOLE : BEGINNING;
        for (const place of this.placesOfCode.of(number)) {
          costs.set(place, Math.min(cost, costs.get(place) ?? NO_MATCH));
        }
      }
    }
    return costs;
  }

  private numberOfWord(word: string): number {
    const number = this.words.number(word);
    this.letters.set(number, lettersOf(word.replace(FACET_MARK, '')));
    return number;
  }

  private numberOfCode(code: string): number {
    const known = this.codes.find(code);
    if (known > 0) {
      return known;
    }
    const number = this.codes.number(code);
    addToGroup(this.codesBeginning, code.slice(0, MIN_CODE_LETTERS), number);
    return number;
  }
}

function startsFacet(searched: string, word: string): boolean {
  return searched.length >= MIN_FACET_LETTERS && word.startsWith(searched, FACET_MARK.length);
}

/** The distinct words of a text. */
function wordsIn(text: string): string[] {
  return [...new Set(normalised(text).split(' '))].filter((word) => word !== '');
}

/** Variants of a style code: 'DZ5485-612' is also typed without the hyphen, or as two words. */
function waysToType(styleCode: string): string[] {
  const code = normalised(styleCode).replaceAll(' ', '-');
  const parts = code.split(/[^\p{L}\p{N}]+/u);
  const ways = new Set([code, parts.join(''), ...parts]);
  return [...ways].filter(({ length }) => length >= MIN_CODE_LETTERS);
}

/** Short words forgive no typing errors: one other letter makes another word. */
function forgivenErrors({ length }: string): number {
  if (length < 4) {
    return 0;
  }
  return length < 8 ? 1 : 2;
}

/** A bit mask of the letters of a word; some letters share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) {
    letters |= 1 << (word.charCodeAt(index) & 31);
  }
  return letters;
}
