import { randomUUID } from 'node:crypto';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { Deal, DealTerms, PaymentMethod } from '@perkex/core/deals/deal.js';
import type { Actor, DealCommand, DealEvent } from '@perkex/core/deals/deal-event.js';
import { openDeal } from '@perkex/core/deals/step.js';
import { tradeAmounts } from '@perkex/core/fees.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { saveNewDeals } from '../src/deals/open-deals.js';
import { readDeal } from '../src/deals/read-deal.js';
import type { DealSteps } from '../src/deals/take-step.js';

export const NO_HOLIDAYS: ReadonlySet<string> = new Set();

/** Monday, 10:00. */
export const TRADED_AT_MS = Date.UTC(2026, 10, 2, 10);

export const TERMS: DealTerms = {
  priceCents: 200_00,
  ...tradeAmounts(200_00),
  taker: 'buyer',
  isRelisting: true,
  isPairHere: false,
  tradedAtMs: TRADED_AT_MS,
};

export interface NewTestDeal {
  readonly id?: string | undefined;
  readonly terms?: DealTerms;
  readonly method?: PaymentMethod;
  readonly holidays?: ReadonlySet<string>;
  readonly parties?: ByParty<string>;
}

/** Creates a trade of product 1, in a size of its own, with this deal. The order book knows nothing of it. */
export async function buildDeal(
  { pool }: Pick<Database, 'pool'>,
  {
    id = randomUUID(),
    terms = TERMS,
    method = 'card',
    holidays = NO_HOLIDAYS,
    parties = { buyer: 'buyer', seller: 'seller' },
  }: NewTestDeal = {},
): Promise<DealKey> {
  const key = { productId: 1, id };
  const { dueAtMs } = openDeal(terms, method, holidays);
  await transaction(pool, async (tx) => {
    await tx.query(
      `insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
         seller_total_cents, buyer_total_cents, platform_cents, traded_at)
       values ($1, $2::text::uuid, $2::text, 2, $3::int, 3 - $3::int, $9, $10, $4, $5, $6, $7,
         to_timestamp($8::float8 / 1000))`,
      [
        key.productId,
        key.id,
        terms.taker === 'buyer' ? 1 : 2,
        terms.priceCents,
        terms.sellerTotalCents,
        terms.buyerTotalCents,
        terms.platformCents,
        terms.tradedAtMs,
        parties.seller,
        parties.buyer,
      ],
    );
    await saveNewDeals(tx, [{ ...key, opening: { terms, method, dueAtMs: dueAtMs ?? terms.tradedAtMs } }]);
  });
  return key;
}

/** A deal that exists, as it stands now. */
export async function dealAt({ pool }: Pick<Database, 'pool'>, key: DealKey): Promise<Deal> {
  const stored = await readDeal(pool, key);
  if (!stored) {
    throw new Error('There is no such deal.');
  }
  return stored.deal;
}

/** A command of the platform itself, a provider or a member, whatever the deal has become. */
export function fact(kind: 'member' | 'provider' | 'clock', event: DealEvent): DealCommand {
  return { event, actor: { kind, id: kind === 'member' ? 'ann' : kind }, seenVersion: null };
}

/** A command of a party that sees this version. */
export function action(kind: Actor['kind'], event: DealEvent, seenVersion: number): DealCommand {
  return { event, actor: { kind, id: kind }, seenVersion };
}

/** For steps whose calls, orders and notifications no test needs. */
export const QUIET_STEPS: DealSteps = { onStepped: async () => {}, holidays: NO_HOLIDAYS };
