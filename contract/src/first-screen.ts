import type { ProductDetail, ProductSummary } from './products.js';

/** The id of the element of a page that holds its first-screen data, as JSON. */
export const FIRST_SCREEN_ID = 'first-screen';

/** What the first screen of a page shows, sent along in its HTML so that it needs no second round trip. */
export interface FirstScreen {
  /** On Home: what its carousel shows. */
  readonly trending?: readonly ProductSummary[];
  /** On a product's page; null says that there is no such product. */
  readonly product?: ProductDetail | null;
}
