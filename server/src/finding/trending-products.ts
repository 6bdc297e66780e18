import { type ProductSummary, TRENDING_PRODUCTS } from '@perkex/contract/products.js';
import { CachedValue } from '../cache/cached-value.js';
import type { Clock } from '../clock/clock.js';
import type { FollowedProducts } from './followed-products.js';
import { readCards } from './found-summary.js';

/** Keeps products from changing places while a page is in use. */
const RANKING_KEPT_MS = 60_000;

/** The best sellers of recent days, in order, with their current prices (`GET /trending`). */
export class Trending {
  private readonly ranking: CachedValue<readonly number[]>;

  constructor(
    private readonly products: FollowedProducts,
    clock: Clock,
  ) {
    this.ranking = new CachedValue(clock);
  }

  /** Their ids, cached for a minute. */
  rank(): Promise<readonly number[]> {
    return this.ranking.read({
      make: async () => (await this.products.read()).trending(TRENDING_PRODUCTS).map(({ id }) => id),
      maxAgeMs: RANKING_KEPT_MS,
      isOfDay: true,
    });
  }

  /** The products of these ids in the form of carousel cards, in the same order. */
  read(ids: readonly number[]): Promise<ProductSummary[]> {
    return readCards(this.products, ids);
  }
}
