import { normalised } from './normalised.js';
import { typingErrors } from './typing-errors.js';

/** What of a product is searched. */
export interface SearchedProduct {
  readonly name: string;
  readonly nickname: string | null;
  readonly brand: string;
  readonly model: string | null;
  readonly styleCode: string | null;
}

/** How well a place matches a text, the less the better; this, if it does not. */
export const NO_MATCH = 255;

/** What each searched word costs a match, by how it is found. */
const WHOLE = 0;
const BEGINNING = 1;
const WITHIN = 2;
const TYPING_ERROR = 4;
const MAX_WORDS = 12;
/** So much of a style code has to be typed: fewer letters are part of too many. */
const FEWEST_OF_CODE = 3;

interface Entry {
  readonly word: string;
  /** A bit for each letter in it. */
  readonly letters: number;
  places: number[];
}

/**
 * The words of many products, for searching them all at each key that is pressed: a text is compared with every
 * different word, not with every product. Products have places, numbers from 0 on.
 */
export class ProductWords {
  private readonly words = new Map<string, Entry>();
  /** Style codes as they are typed, by how they begin. */
  private readonly codes = new Map<string, Map<string, Entry>>();
  private readonly wordsOfPlace: (readonly Entry[])[] = [];

  /** Says what of the product at a place is searched, from now on only that. */
  put(place: number, product: SearchedProduct): void {
    const { name, nickname, brand, model, styleCode } = product;
    const text = normalised([name, nickname, brand, model].filter((part) => part !== null).join(' '));
    const entries = [
      ...[...new Set(text.split(' '))].filter((word) => word !== '').map((word) => entryIn(this.words, word)),
      ...waysToType(styleCode ?? '').map((code) => this.entryOfCode(code)),
    ];
    // What stays is left alone: all products are read again now and then, and nearly all say what they said before.
    const before = this.wordsOfPlace[place] ?? [];
    for (const entry of before.filter((each) => !entries.includes(each))) {
      entry.places = entry.places.filter((each) => each !== place);
    }
    for (const entry of entries.filter((each) => !before.includes(each))) {
      entry.places.push(place);
    }
    this.wordsOfPlace[place] = entries;
  }

  /**
   * How well each of `count` places matches a text: all of its words are in one of the product's, or begin a part of
   * its style code. Case, accents and the order of words do not matter.
   */
  match(text: string, count: number): Uint8Array {
    return this.matchWords(text, count, (word, found) => {
      for (const entry of this.words.values()) {
        if (entry.word.includes(word)) {
          found(entry, entry.word === word ? WHOLE : entry.word.startsWith(word) ? BEGINNING : WITHIN);
        }
      }
    });
  }

  /** The same, if a typing error or two in each longer word are forgiven. For when nothing matches as it is. */
  matchClose(text: string, count: number): Uint8Array {
    return this.matchWords(text, count, (word, found) => {
      const most = forgivenErrors(word);
      const letters = lettersOf(word);
      for (const entry of this.words.values()) {
        if (entry.word.includes(word)) {
          found(entry, WHOLE);
        } else if (
          most > 0 &&
          entry.word.length >= word.length - most &&
          bitCount(letters & ~entry.letters) <= most
        ) {
          const errors = typingErrors(word, entry.word, most);
          if (errors <= most) {
            found(entry, TYPING_ERROR * errors);
          }
        }
      }
    });
  }

  private matchWords(
    text: string,
    count: number,
    find: (word: string, found: (entry: Entry, cost: number) => void) => void,
  ): Uint8Array {
    const total = new Uint8Array(count);
    const words = [...new Set(normalised(text).split(' '))].filter((word) => word !== '');
    if (words.length === 0) {
      return total.fill(NO_MATCH);
    }
    const best = new Uint8Array(count);
    for (const word of words.slice(0, MAX_WORDS)) {
      best.fill(NO_MATCH);
      const found = ({ places }: Entry, cost: number) => {
        for (const place of places) {
          if (cost < (best[place] ?? 0)) {
            best[place] = cost;
          }
        }
      };
      find(word, found);
      this.findCodes(word, found);
      for (let place = 0; place < count; place += 1) {
        total[place] = Math.min(NO_MATCH, (total[place] ?? 0) + (best[place] ?? 0));
      }
    }
    return total;
  }

  private findCodes(word: string, found: (entry: Entry, cost: number) => void): void {
    for (const [code, entry] of this.codes.get(word.slice(0, FEWEST_OF_CODE)) ?? []) {
      if (code.startsWith(word)) {
        found(entry, code === word ? WHOLE : BEGINNING);
      }
    }
  }

  private entryOfCode(code: string): Entry {
    const beginning = code.slice(0, FEWEST_OF_CODE);
    const known = this.codes.get(beginning) ?? new Map<string, Entry>();
    this.codes.set(beginning, known);
    return entryIn(known, code);
  }
}

/** 'DZ5485-612' is typed so, without the sign, or as two words. */
function waysToType(styleCode: string): string[] {
  const code = normalised(styleCode).replaceAll(' ', '-');
  const parts = code.split(/[^\p{L}\p{N}]+/u);
  const ways = new Set([code, parts.join(''), ...parts]);
  return [...ways].filter(({ length }) => length >= FEWEST_OF_CODE);
}

function entryIn(entries: Map<string, Entry>, word: string): Entry {
  const entry = entries.get(word) ?? { word, letters: lettersOf(word), places: [] };
  entries.set(word, entry);
  return entry;
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

function bitCount(bits: number): number {
  let left = bits;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}
