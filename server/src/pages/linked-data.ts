/** Parts of what pages say in the words of schema.org. */

/** A page above another one. */
export interface PageAbove {
  readonly name: string;
  readonly path: string;
}

/** Products as a list; `first` is the place of the first one among all that there are. */
export function productList(
  publicUrl: string,
  name: string,
  products: readonly { readonly id: number; readonly name: string }[],
  first = 1,
): object {
  return {
    '@type': 'ItemList',
    name,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name: product.name,
      url: `${publicUrl}/product/${product.id}`,
    })),
  };
}

/** Where a page stands: the pages above it, the farthest first, and itself. */
export function breadcrumbs(publicUrl: string, pages: readonly PageAbove[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}

/** Several things that one page says. */
export function graph(...things: readonly object[]): object {
  return { '@context': 'https://schema.org', '@graph': things };
}
