import type { FoundRow } from '@perkex/contract/finding.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import type { FoundProduct } from '@perkex/core/finding/found.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { FollowedProducts } from './followed-products.js';

/** A found product in the form of a card. */
export function summaryOf({
  id,
  name,
  thumbnail,
  lowestAskCents,
  sales: { lastCents, week },
}: FoundProduct): ProductSummary {
  return {
    id,
    name,
    thumbnail,
    lowestAsk: centsToDollars(lowestAskCents ?? 0),
    lastSale: centsToDollars(lastCents ?? 0),
    change: week.changePercent,
  };
}

/** A found product in the form of a row of the search. */
export function foundRowOf({ id, name, thumbnail, nickname, styleCode }: FoundProduct): FoundRow {
  return { id, name, thumbnail, nickname, styleCode };
}

/** The products of these ids in the form of cards, in the same order. */
export async function readCards(
  products: Pick<FollowedProducts, 'read'>,
  ids: readonly number[],
): Promise<ProductSummary[]> {
  return (await products.read()).found(ids).map(summaryOf);
}
