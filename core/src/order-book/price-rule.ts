/** The shortest time between two prices of an ask with a rule. */
export const RULE_PAUSE_MS = 10 * 60_000;

const DOLLAR_CENTS = 100;

/** An open ask that its seller wants to keep the lowest, and what its book says about it. Prices are in cents. */
export interface RuledAsk {
  readonly priceCents: number;
  /** When the ask got this price. */
  readonly pricedAtMs: number;
  /** The rule sets no lower price. */
  readonly floorCents: number;
  /** The first open ask of another seller in the queue; null for none. */
  readonly rival: Rival | null;
  /** Null without bids. */
  readonly highestBidCents: number | null;
}

export interface Rival {
  readonly priceCents: number;
  /** True if it trades before the ask at the same price. */
  readonly isEarlier: boolean;
}

/** The effect of a rule, or the reason for none. */
export type RuleDecision =
  /** No other seller's ask trades first. */
  | { readonly kind: 'lowest' }
  /** A price below the rival would be below the floor. */
  | { readonly kind: 'at-floor'; readonly rivalCents: number }
  /** A price below the rival would sell to a bid at once. */
  | { readonly kind: 'bid-in-the-way'; readonly bidCents: number }
  /** The price may change from this moment on. */
  | { readonly kind: 'waits'; readonly fromMs: number; readonly priceCents: number }
  | { readonly kind: 'lowers'; readonly priceCents: number };

/**
 * The rule "keep me lowest, not below a floor" (orders-beyond, "Many pairs"). It only lowers a price, to a dollar below
 * the lowest ask of another seller, at most every ten minutes. It never sells: its prices are above the highest bid.
 */
export function applyPriceRule(ask: RuledAsk, nowMs: number): RuleDecision {
  const { rival, floorCents, highestBidCents, pricedAtMs } = ask;
  if (rival === null || !isAhead(rival, ask)) {
    return { kind: 'lowest' };
  }
  const priceCents = rival.priceCents - DOLLAR_CENTS;
  if (priceCents < floorCents) {
    return { kind: 'at-floor', rivalCents: rival.priceCents };
  }
  if (highestBidCents !== null && priceCents <= highestBidCents) {
    return { kind: 'bid-in-the-way', bidCents: highestBidCents };
  }
  const fromMs = pricedAtMs + RULE_PAUSE_MS;
  return nowMs < fromMs ? { kind: 'waits', fromMs, priceCents } : { kind: 'lowers', priceCents };
}

/** The lowest price of a book at which the ask is still the lowest: below it, its rule has to look again. */
export function lowestUntilCents({ priceCents, rival }: Pick<RuledAsk, 'priceCents' | 'rival'>): number {
  const isBehindAtPrice = rival?.priceCents === priceCents && rival.isEarlier;
  return isBehindAtPrice ? priceCents + DOLLAR_CENTS : priceCents;
}

function isAhead(rival: Rival, { priceCents }: RuledAsk): boolean {
  return rival.priceCents < priceCents || (rival.priceCents === priceCents && rival.isEarlier);
}
