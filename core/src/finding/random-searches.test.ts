import { expect, it } from 'vitest';
import { ProductWords, type SearchedProduct } from './product-words.js';
import { typingErrors } from './typing-errors.js';

/** Compares the text search with a scan of the words of every product. */

const WORDS = [
  'air',
  'jordan',
  'jordans',
  'retro',
  'low',
  'chicago',
  'university',
  'universe',
  'be',
  'b',
  '4',
];
const CODES = ['DZ5485-612', 'DZ5485 100', '304292', '3042', 'low-01', null];
const PRODUCTS = 40;
const ROUNDS = 400;

let state = 20_261_123;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const one = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
const words = (most: number) => Array.from({ length: 1 + random(most) }, () => one(WORDS)).join(' ');

function randomProduct(): SearchedProduct {
  return {
    name: words(3),
    nickname: one([null, words(2)]),
    brand: one(WORDS),
    model: one([null, words(1)]),
    styleCode: one(CODES),
  };
}

/** A prefix, suffix or part of a word or code, with missing, swapped, extra or wrong letters. */
function typed(): string {
  const all = one([...WORDS, 'dz5485612', 'dz5485', '612', '304292']);
  const from = one([0, 0, 0, random(all.length)]);
  let text = all.slice(from, one([all.length, all.length, from + 1 + random(all.length)]));
  for (let errors = one([0, 0, 1, 2]); errors > 0; errors -= 1) {
    const at = random(text.length);
    const letter = one(['a', 'o', '']);
    text = one([
      text.slice(0, at) + letter + text.slice(at + 1),
      text.slice(0, at) + letter + text.slice(at),
      text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2),
    ]);
  }
  return text;
}

/** The cost of a word in a product; null if it does not match. */
function costOf(typedWord: string, product: SearchedProduct, isClose: boolean): number | null {
  const { name, nickname, brand, model, styleCode } = product;
  const wordCosts = [name, nickname ?? '', brand, model ?? '']
    .flatMap((text) => text.split(' '))
    .filter((word) => word !== '')
    .flatMap((word) => costIn(typedWord, word, isClose) ?? []);
  const code = styleCode?.toLowerCase().replaceAll(' ', '-') ?? '';
  const codeCosts = [code, code.replaceAll('-', ''), ...code.split('-')]
    .filter((each) => typedWord.length >= 3 && each.length >= 3 && each.startsWith(typedWord))
    .map((each) => (each === typedWord ? 0 : 1));
  const costs = [...wordCosts, ...codeCosts];
  return costs.length === 0 ? null : Math.min(...costs);
}

function costIn(typedWord: string, word: string, isClose: boolean): number | null {
  if (word.includes(typedWord)) {
    return isClose || word === typedWord ? 0 : word.startsWith(typedWord) ? 1 : 2;
  }
  const most = !isClose || typedWord.length < 4 ? 0 : typedWord.length < 8 ? 1 : 2;
  const errors = word.length < typedWord.length - most ? Infinity : typingErrors(typedWord, word, most);
  return errors > most ? null : 4 * errors;
}

it('random texts find the same products as a word-by-word scan, while products change', () => {
  const searched = new ProductWords();
  const products = Array.from({ length: PRODUCTS }, randomProduct);
  for (const [place, product] of products.entries()) {
    searched.put(place, product);
  }
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const place = random(products.length + 1);
    products[place] = randomProduct();
    searched.put(place, products[place]);
    const text = Array.from({ length: 1 + random(3) }, typed).join(' ');
    const typedWords = [...new Set(text.split(' ').filter((word) => word !== ''))];
    for (const isClose of [false, true]) {
      const matches = isClose
        ? searched.matchClose(text, products.length)
        : searched.match(text, products.length);
      const got = [...matches.places].map((each) => [each, matches.costs[each]]).sort(byPlace);
      const wanted = [...products.entries()].flatMap(([each, product]) => {
        const costs = typedWords.map((word) => costOf(word, product, isClose));
        return costs.length === 0 || costs.includes(null) ? [] : [[each, costs.reduce(sum, 0)]];
      });
      expect([text, got]).toEqual([text, wanted]);
      found += got.length;
    }
  }
  expect(found).toBeGreaterThan(ROUNDS);
});

const byPlace = ([a = 0]: readonly (number | undefined)[], [b = 0]: readonly (number | undefined)[]) => a - b;
const sum = (total: number | null, cost: number | null) => (total ?? 0) + (cost ?? 0);
