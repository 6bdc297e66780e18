import { Column, NumberedTexts } from './columns.js';
import { normalised } from './normalised.js';
import { PlaceLists } from './place-lists.js';
import { typingErrors } from './typing-errors.js';

/** What of a product is searched. */
export interface SearchedProduct {
  readonly name: string;
  readonly nickname: string | null;
  readonly brand: string;
  readonly model: string | null;
  readonly styleCode: string | null;
}

/** The places that match a text. */
export interface Matches {
  /** In no order. */
  readonly places: Int32Array;
  /** How well each of all places matches, the less the better. */
  readonly costs: Uint8Array;
}

/** The cost of what does not match. */
const NO_MATCH = 255;

/** What each searched word costs a match, by how it is found. */
const WHOLE = 0;
const BEGINNING = 1;
const WITHIN = 2;
const TYPING_ERROR = 4;
const MAX_WORDS = 12;
/** So much of a style code has to be typed: fewer letters are part of too many. */
const FEWEST_OF_CODE = 3;

/** What one of the words that are searched is found in. */
interface FoundWord {
  /** What a match by each word of the catalogue costs, by its number. */
  readonly costs: Uint8Array;
  /** What a match by its style code costs a place, for those that match by it. */
  readonly costsOfCodes: ReadonlyMap<number, number>;
  /** At how many places at most. */
  readonly reach: number;
}

/**
 * The words of many products, for searching them all at each key that is pressed: a text is compared with every
 * different word, not with every product; and of several words, only the one that is found at the fewest places is
 * looked up there. Products have places, numbers from 0 on.
 */
export class ProductWords {
  private readonly words = new NumberedTexts();
  /** A bit for each letter in each word. */
  private readonly letters = new Column();
  private readonly placesOfWord = new PlaceLists();
  private readonly wordsOfPlace: (readonly number[])[] = [];
  /** Style codes as they are typed. */
  private readonly codes = new NumberedTexts();
  private readonly codesBeginning = new Map<string, number[]>();
  private readonly placesOfCode = new PlaceLists();
  private readonly codesOfPlace: (readonly number[])[] = [];

  /** Says what of the product at a place is searched, from now on only that. */
  put(place: number, { name, nickname, brand, model, styleCode }: SearchedProduct): void {
    const texts = [name, nickname, brand, model].filter((text) => text !== null);
    const words = wordsIn(texts.join(' ')).map((word) => this.numberOfWord(word));
    this.placesOfWord.move(place, this.wordsOfPlace[place] ?? [], words);
    this.wordsOfPlace[place] = words;
    const codes = waysToType(styleCode ?? '').map((code) => this.numberOfCode(code));
    this.placesOfCode.move(place, this.codesOfPlace[place] ?? [], codes);
    this.codesOfPlace[place] = codes;
  }

  /**
   * Which of `count` places match a text: all of its words are in one of the product's, or begin a part of its style
   * code. Case, accents and the order of words do not matter.
   */
  match(text: string, count: number): Matches {
    return this.matchWords(text, count, (word) => this.wordsWith(word));
  }

  /** The same, if a typing error or two in each longer word are forgiven. For when nothing matches as it is. */
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

  /** Notes what each place of a word costs. @returns these places */
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

  /** Adds what more words cost a place. @returns whether all of them are found there */
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

  /** What a match by each word costs, if it has to contain what is searched. */
  private wordsWith(searched: string): Uint8Array {
    return this.costsWhere(lettersOf(searched), 0, (word) => {
      if (!word.includes(searched)) {
        return NO_MATCH;
      }
      return word === searched ? WHOLE : word.startsWith(searched) ? BEGINNING : WITHIN;
    });
  }

  /** What it costs if typing errors are forgiven. */
  private wordsLike(searched: string): Uint8Array {
    const most = forgivenErrors(searched);
    return this.costsWhere(lettersOf(searched), most, (word) => {
      if (word.includes(searched)) {
        return WHOLE;
      }
      const errors = word.length < searched.length - most ? NO_MATCH : typingErrors(searched, word, most);
      return errors > most ? NO_MATCH : TYPING_ERROR * errors;
    });
  }

  /** Asks for the cost of each word that has all of some letters but a few, which is soon found out. */
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
    for (const number of this.codesBeginning.get(word.slice(0, FEWEST_OF_CODE)) ?? []) {
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
    this.letters.set(number, lettersOf(word));
    return number;
  }

  private numberOfCode(code: string): number {
    const known = this.codes.find(code);
    if (known > 0) {
      return known;
    }
    const number = this.codes.number(code);
    const beginning = code.slice(0, FEWEST_OF_CODE);
    const alike = this.codesBeginning.get(beginning);
    if (alike) {
      alike.push(number);
    } else {
      this.codesBeginning.set(beginning, [number]);
    }
    return number;
  }
}

/** Each once. */
function wordsIn(text: string): string[] {
  return [...new Set(normalised(text).split(' '))].filter((word) => word !== '');
}

/** 'DZ5485-612' is typed so, without the sign, or as two words. */
function waysToType(styleCode: string): string[] {
  const code = normalised(styleCode).replaceAll(' ', '-');
  const parts = code.split(/[^\p{L}\p{N}]+/u);
  const ways = new Set([code, parts.join(''), ...parts]);
  return [...ways].filter(({ length }) => length >= FEWEST_OF_CODE);
}

/** In a short word, another letter is another word. */
function forgivenErrors({ length }: string): number {
  if (length < 4) {
    return 0;
  }
  return length < 8 ? 1 : 2;
}

/** A bit for each letter of a word, some letters sharing one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) {
    letters |= 1 << (word.charCodeAt(index) & 31);
  }
  return letters;
}
