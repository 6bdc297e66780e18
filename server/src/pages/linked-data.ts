/** Parts of the pages' linked data (schema.org). */

/** A page above another one. */
export interface PageAbove {
  readonly name: string;
  readonly path: string;
}

/** Products as a list; `first` is the position of the first one among all products. */
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

/** The breadcrumbs of a page: the pages above it, outermost first, and the page itself. */
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

/** The linked data of several things on one page. */
export function graph(...things: readonly object[]): object {
  return { '@context': 'https://schema.org', '@graph': things };
}
