import { type ProductSummary, TRENDING_PRODUCTS } from '@perkex/contract/products.js';
import { Kept } from '../kept/kept.js';
import type { FollowedProducts } from './followed-products.js';
import { readCards } from './found-summary.js';

/** So that products do not change their places under somebody's eyes. */
const RANKING_KEPT_MS = 60_000;

/** The products that sold most lately, first, each with its prices of this moment (`GET /trending`). */
export class Trending {
  private readonly ranking = new Kept<readonly number[]>();

  constructor(private readonly products: FollowedProducts) {}

  /** Their ids, kept for a minute. */
  rank(): Promise<readonly number[]> {
    return this.ranking.read({
      make: async () => (await this.products.read()).trending(TRENDING_PRODUCTS).map(({ id }) => id),
      lifeMs: RANKING_KEPT_MS,
      isOfDay: true,
    });
  }

  /** The products of these ids as a carousel shows them, in the same order. */
  read(ids: readonly number[]): Promise<ProductSummary[]> {
    return readCards(this.products, ids);
  }
}
