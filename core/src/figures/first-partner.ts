/** The partner of an account's first trade, and the first trade with anyone else. Ids of trades sort by time. */
export interface FirstPartner {
  readonly partnerId: string;
  readonly firstTradeId: string;
  /** Null for none. */
  readonly otherTradeId: string | null;
}

/** A trade by one of its accounts. */
export interface PartnerOfTrade {
  readonly partnerId: string;
  readonly tradeId: string;
}

/** Adds a trade of an account. The result does not depend on the order of the trades. */
export function withTrade(
  first: FirstPartner | undefined,
  { partnerId, tradeId }: PartnerOfTrade,
): FirstPartner {
  if (!first) {
    return { partnerId, firstTradeId: tradeId, otherTradeId: null };
  }
  const isPartner = partnerId === first.partnerId;
  if (tradeId < first.firstTradeId) {
    const otherTradeId = isPartner ? first.otherTradeId : first.firstTradeId;
    return { partnerId, firstTradeId: tradeId, otherTradeId };
  }
  const isFirstOther = !isPartner && (first.otherTradeId === null || tradeId < first.otherTradeId);
  return isFirstOther ? { ...first, otherTradeId: tradeId } : first;
}

/** The first partners of accounts by the accounts' ids. */
export type FirstPartners = ReadonlyMap<string, FirstPartner>;

/** True if two accounts have traded with each other before a trade, and neither with a third. */
export function haveOnlyTradedTogether(
  firstPartners: FirstPartners,
  [one, other]: readonly [string, string],
  tradeId: string,
): boolean {
  return (
    isOnlyPartner(firstPartners.get(one), other, tradeId) &&
    isOnlyPartner(firstPartners.get(other), one, tradeId)
  );
}

function isOnlyPartner(first: FirstPartner | undefined, partnerId: string, tradeId: string): boolean {
  return (
    first !== undefined &&
    first.partnerId === partnerId &&
    first.firstTradeId < tradeId &&
    (first.otherTradeId === null || first.otherTradeId > tradeId)
  );
}
