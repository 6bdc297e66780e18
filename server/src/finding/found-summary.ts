import type { ProductSummary } from '@perkex/contract/products.js';
import type { FoundProduct } from '@perkex/core/finding/found.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';

/** A product that was found as a card shows it. */
export function summaryOf({
  id,
  name,
  thumbnail,
  lowestAskCents,
  sales: { lastCents, centsBefore },
}: FoundProduct): ProductSummary {
  return {
    id,
    name,
    thumbnail,
    lowestAsk: centsToDollars(lowestAskCents ?? 0),
    lastSale: centsToDollars(lastCents ?? 0),
    change: lastCents === null ? null : priceChangePercent(lastCents, centsBefore ?? undefined),
  };
}
