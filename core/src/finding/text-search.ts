import { isSize } from '../sizes.js';
import type { BestPrices } from './best-prices.js';
import type { FindableProduct } from './found.js';
import { normalised } from './normalised.js';
import { type Matches, ProductWords, type SearchedProduct } from './product-words.js';
import { type SearchAlias, SearchAliases } from './search-aliases.js';

/** The products that match a text, and how it was read. */
export interface TextMatches {
  /** Null without a text. */
  readonly matches: Matches | null;
  /** True if nothing matches exactly, so that typing errors were forgiven. */
  readonly isClose: boolean;
  /** The size that the text names: the matches have an ask in it. */
  readonly size: string | null;
}

/** A text as words to be matched and a size to be filtered by. */
interface TextQuery {
  readonly words: string;
  readonly size: string | null;
  /** True if numbers are those of models, as an alias means them: '1' is not part of '11'. */
  readonly areNumbersWhole?: boolean;
}

const NO_TEXT: TextMatches = { matches: null, isClose: false, size: null };
const NO_MATCHES: Matches = { places: new Int32Array(), costs: new Uint8Array() };
const NO_TEXTS: SearchedProduct = { name: '', nickname: null, brand: '', model: null, styleCode: null };
/** A longer text is not tried without its words one by one. */
const MAX_NEAR_WORDS = 6;
/** Every product is one of these, so hardly any has the word in its name. */
const GENERIC = /(?:^| )(?:sneakers?|shoes?|trainers?|kicks)(?= |$)/g;
const SIZE = /(?:^| )size ([\d.]+[a-z]?)(?= |$)/;

/** Search by text: aliases, words with facets among them, and sizes ('size 10 jordan'). */
export class TextSearch {
  private readonly words = new ProductWords();
  private aliases = new SearchAliases();

  constructor(private readonly prices: Pick<BestPrices, 'hasSize' | 'askedIn'>) {}

  put(place: number, product: FindableProduct): void {
    this.words.put(place, product.hidden ? NO_TEXTS : product);
  }

  setAliases(aliases: readonly SearchAlias[]): void {
    this.aliases = new SearchAliases(aliases);
  }

  /**
   * Matches a text with its aliases replaced, else as it is typed, else without generic words, else with typing errors
   * forgiven.
   */
  match(text: string, count: number, aliases = this.aliases): TextMatches {
    if (text === '') {
      return NO_TEXT;
    }
    const expanded = this.read(aliases.expand(text));
    const typed = this.read(normalised(text));
    const asTyped = typed.words === expanded.words;
    const specific = { ...expanded, words: expanded.words.replaceAll(GENERIC, '').trim() };
    const queries = [
      ...(asTyped ? [typed] : [{ ...expanded, areNumbersWhole: true }, expanded, typed]),
      ...(specific.words === expanded.words ? [] : [{ ...specific, areNumbersWhole: !asTyped }]),
    ];
    for (const query of queries) {
      const matches = this.matchQuery(query, count);
      if (matches.places.length > 0) {
        return { matches, isClose: false, size: query.size };
      }
    }
    const close = this.matchQuery(specific.words === '' ? expanded : specific, count, true);
    return { matches: close, isClose: close.places.length > 0, size: expanded.size };
  }

  /** For a text without matches, a shorter text that has some; null if no word has any. */
  near(text: string, count: number): string | null {
    const query = this.read(this.aliases.expand(text));
    const hasMatches = (words: readonly string[]) =>
      this.words.match(words.join(' '), count).places.length > 0;
    const known = query.words.split(' ').filter((word) => word !== '' && hasMatches([word]));
    if (known.length === 0) {
      return null;
    }
    if (hasMatches(known)) {
      return known.join(' ');
    }
    for (let left = Math.min(known.length, MAX_NEAR_WORDS) - 1; left >= 0; left -= 1) {
      const others = known.filter((_, index) => index !== left);
      if (hasMatches(others)) {
        return others.join(' ');
      }
    }
    return known[0] ?? null;
  }

  private read(text: string): TextQuery {
    const [all, size = ''] = SIZE.exec(text) ?? [];
    const named = size.toUpperCase();
    return all !== undefined && isSize(named) && this.prices.hasSize(named)
      ? { words: text.replace(all, '').trim(), size: named }
      : { words: text, size: null };
  }

  private matchQuery(query: TextQuery, count: number, isClose = false): Matches {
    const { words, size } = query;
    if (size === null) {
      return this.matchWords(query, count, isClose);
    }
    const asked = this.prices.askedIn([size]).places();
    if (words === '') {
      return { places: asked, costs: new Uint8Array(count) };
    }
    const { places, costs } = this.matchWords(query, count, isClose);
    const isAsked = new Uint8Array(count);
    for (const place of asked) {
      isAsked[place] = 1;
    }
    return { places: places.filter((place) => isAsked[place] === 1), costs };
  }

  private matchWords({ words, areNumbersWhole }: TextQuery, count: number, isClose: boolean): Matches {
    if (words === '') {
      return NO_MATCHES;
    }
    return isClose ? this.words.matchClose(words, count) : this.words.match(words, count, areNumbersWhole);
  }
}
