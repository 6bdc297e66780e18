import { normalised, type ProductIndex } from './find-products.js';
import { typingErrors } from './typing-errors.js';

/**
 * The products whose names contain every word of the text if a typing error or two in each longer word are forgiven,
 * those with the fewest first. For when nothing contains the text as it is.
 */
export function findClose<Product>(index: ProductIndex<Product>, text: string): Product[] {
  const entries = index.map(({ product, name }) => ({ product, words: wordsOf(name) }));
  const known = new Set(entries.flatMap(({ words }) => words));
  const closeTo = wordsOf(normalised(text)).map((word) => closeWords(known, word));
  if (closeTo.length === 0 || closeTo.some((close) => close.size === 0)) {
    return [];
  }
  return entries
    .map(({ product, words }) => {
      const least = closeTo.map((close) => Math.min(...words.map((word) => close.get(word) ?? Infinity)));
      return { product, errors: least.reduce((sum, errors) => sum + errors, 0) };
    })
    .filter(({ errors }) => errors < Infinity)
    .sort((a, b) => a.errors - b.errors)
    .map(({ product }) => product);
}

/** The known words that somebody may have meant by a word, or the beginning of one, and how many errors that takes. */
function closeWords(known: ReadonlySet<string>, word: string): Map<string, number> {
  const most = forgivenErrors(word);
  const close = new Map<string, number>();
  for (const each of known) {
    const errors = each.includes(word) ? 0 : typingErrors(word, each, most);
    if (errors <= most) {
      close.set(each, errors);
    }
  }
  return close;
}

/** In a short word, another letter is another word. */
function forgivenErrors({ length }: string): number {
  if (length < 4) {
    return 0;
  }
  return length < 8 ? 1 : 2;
}

/** The words of a normalised text, without signs. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
