import { normalised } from './normalised.js';

/** A phrase that users type, and the words that the catalogue has for it: 'aj1' means 'air jordan 1'. */
export interface SearchAlias {
  readonly alias: string;
  readonly meaning: string;
}

/** Replaces the aliases of the catalogue in search texts. */
export class SearchAliases {
  /** The meanings of the aliases, normalised. */
  private readonly meanings = new Map<string, string>();
  /** The number of words of the longest alias. */
  private readonly longest: number;

  constructor(aliases: readonly SearchAlias[] = []) {
    for (const { alias, meaning } of aliases) {
      this.meanings.set(normalised(alias), normalised(meaning));
    }
    this.longest = Math.max(0, ...[...this.meanings.keys()].map((alias) => alias.split(' ').length));
  }

  /** The normalised text with the longest alias at each word replaced. Meanings are not searched for aliases. */
  expand(text: string): string {
    const words = normalised(text).split(' ');
    const expanded: string[] = [];
    for (let from = 0; from < words.length; ) {
      const length = this.lengthAt(words, from);
      const phrase = words.slice(from, from + Math.max(1, length)).join(' ');
      expanded.push(length === 0 ? phrase : (this.meanings.get(phrase) ?? phrase));
      from += Math.max(1, length);
    }
    return expanded.join(' ');
  }

  /** The number of words of the longest alias that begins at a word; 0 for none. */
  private lengthAt(words: readonly string[], from: number): number {
    for (let length = Math.min(this.longest, words.length - from); length > 0; length -= 1) {
      if (this.meanings.has(words.slice(from, from + length).join(' '))) {
        return length;
      }
    }
    return 0;
  }
}
