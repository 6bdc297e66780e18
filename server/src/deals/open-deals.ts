import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { DealTerms, Party, PaymentMethod } from '@perkex/core/deals/deal.js';
import { openDeal } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { isRelisting } from '../books/relisting.js';
import { isoTime } from '../clock/iso-time.js';
import { msOf } from '../database/ms-of.js';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { flagNewDeals } from './deal-flags.js';
import { amongDealKeys, DEAL_KEYS, type DealKey } from './deal-key.js';
import { type Opening, openingHash } from './event-hash.js';

/** A left join, so that a deal also opens if its ask is not found. Such an ask counts as one to be placed again. */
const READ_TRADES = statement({
  name: 'read-trades-to-open-deals',
  text: `select trade.product_id as "productId", trade.id, trade.price_cents as "priceCents",
           trade.buyer_total_cents as "buyerTotalCents", trade.seller_total_cents as "sellerTotalCents",
           trade.platform_cents as "platformCents",
           case trade.seq when trade.bid_seq then 'buyer' else 'seller' end as taker,
           ${isRelisting('ask')} as "isRelisting", ${msOf('trade.traded_at')} as "tradedAtMs"
         from ${DEAL_KEYS.as('wanted')}
         join trades as trade on trade.product_id = wanted.product_id and trade.id = wanted.id
         left join orders as ask on ask.product_id = trade.product_id and ask.size = trade.size
           and ask.seq = trade.ask_seq and ${DEAL_KEYS.among('ask', ['product_id'])}
         where trade.traded_at >= (select at from deal_start) and ${amongDealKeys('trade')}`,
  row: {
    productId: int4,
    id: uuid,
    priceCents: int4,
    buyerTotalCents: int4,
    sellerTotalCents: int4,
    platformCents: int4,
    taker: oneOf<Party>(DEAL_PARTIES),
    isRelisting: bool,
    tradedAtMs: float8,
  },
});

export interface NewDeal extends DealKey {
  readonly opening: Opening;
}

const NEW_DEALS = new RowSet<NewDeal>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  is_relisting: [bool, ({ opening }) => opening.terms.isRelisting],
  is_pair_here: [bool, ({ opening }) => opening.terms.isPairHere],
  method: [text, ({ opening }) => opening.method],
  due_at: [timestamptz, ({ opening }) => isoTime(opening.dueAtMs)],
  at: [timestamptz, ({ opening }) => isoTime(opening.terms.tradedAtMs)],
  hash: [text, (deal) => openingHash(deal, deal.opening)],
});

const SAVE_DEALS = statement({
  name: 'save-new-deals',
  text: `insert into deals (product_id, id, is_relisting, is_pair_here, parcel_in, first_method, method, first_due_at,
           due_at, at, waiting_since, hash)
         select product_id, id, is_relisting, is_pair_here,
           case when is_pair_here then 'already-here' else 'none' end, method, method, due_at, due_at, at, at,
           decode(hash, 'hex')
         from ${NEW_DEALS.as('opened')}
         on conflict do nothing returning product_id as "productId", id`,
  row: { productId: int4, id: uuid },
});

/** The rules for new deals of a market. */
export interface OpeningRules {
  readonly holidays: Holidays;
  /** By which the market's payment provider collects. */
  readonly method: PaymentMethod;
}

/** Opens the deals of those trades that are to have one. It can be repeated. @returns the deals that are new */
export async function openDeals(
  tx: Transaction,
  trades: readonly DealKey[],
  rules: OpeningRules,
): Promise<DealKey[]> {
  const rows = await READ_TRADES.rows(tx, DEAL_KEYS.values(trades));
  return saveNewDeals(
    tx,
    rows.map((row) => ({ productId: row.productId, id: row.id, opening: openingOf(row, rules) })),
  );
}

/** Saves new deals, except those that exist. @returns those that were saved */
export async function saveNewDeals(tx: Transaction, deals: readonly NewDeal[]): Promise<DealKey[]> {
  const saved = await SAVE_DEALS.rows(tx, NEW_DEALS.values(deals));
  await flagNewDeals(tx, deals);
  return saved;
}

function openingOf(trade: RowOf<typeof READ_TRADES>, { method, holidays }: OpeningRules): Opening {
  const { productId: _productId, id: _id, ...frozen } = trade;
  // No pair is here before its trade.
  const terms: DealTerms = { ...frozen, isPairHere: false };
  const { dueAtMs } = openDeal(terms, method, holidays);
  return { terms, method, dueAtMs: dueAtMs ?? terms.tradedAtMs };
}
