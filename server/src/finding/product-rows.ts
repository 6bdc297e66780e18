import { type ProductRows, SHOWN_RELEASES } from '@perkex/contract/home.js';
import type { Day } from '@perkex/core/figures/days.js';
import type { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { summaryOf } from './found-summary.js';

/** The product rows of Home, below the market (`GET /home/shelves`). */
export function productRowsOf(products: FindableProducts, today: Day): ProductRows {
  return {
    releases: products
      .newReleases(today, SHOWN_RELEASES)
      .map((found) => ({ ...summaryOf(found), releaseDate: found.releaseDate ?? '' })),
    brands: products.brands(),
  };
}
