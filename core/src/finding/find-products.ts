/** Products with their names in the form that is searched. */
export type ProductIndex<Product> = readonly { readonly product: Product; readonly name: string }[];

/** Prepares products for many searches by normalising each name once. */
export function indexProducts<Product extends { readonly name: string }>(
  products: readonly Product[],
): ProductIndex<Product> {
  return products.map((product) => ({ product, name: normalised(product.name) }));
}

/**
 * The products whose names contain every word of the text, best match first (section 2, "Header and search": a
 * substring, whatever its case). Accents, word order and extra spaces do not matter. Equal matches keep their order.
 */
export function findProducts<Product>(index: ProductIndex<Product>, text: string): Product[] {
  const wanted = normalised(text);
  if (wanted === '') {
    return [];
  }
  const words = wanted.split(' ');
  const byRank: Product[][] = [[], [], [], [], []];
  for (const { product, name } of index) {
    if (words.every((word) => name.includes(word))) {
      byRank[rankOf(name, wanted, words)]?.push(product);
    }
  }
  return byRank.flat();
}

/** How well a name that contains all words matches; 0 is best. */
function rankOf(name: string, wanted: string, words: readonly string[]): number {
  if (name.startsWith(wanted)) {
    return 0;
  }
  if (beginsWordOf(name, wanted)) {
    return 1;
  }
  if (words.every((word) => beginsWordOf(name, word))) {
    return 2;
  }
  return name.includes(wanted) ? 3 : 4;
}

const IN_WORD = /[\p{L}\p{N}]/u;

function beginsWordOf(name: string, text: string): boolean {
  for (let at = name.indexOf(text); at !== -1; at = name.indexOf(text, at + 1)) {
    if (at === 0 || !IN_WORD.test(name.charAt(at - 1))) {
      return true;
    }
  }
  return false;
}

/** Lower case, without accents, with single spaces between words. */
export function normalised(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ');
}
