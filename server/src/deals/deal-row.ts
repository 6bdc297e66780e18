import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import { type Balances, DEAL_ACCOUNTS, type DealAccount } from '@perkex/core/deals/accounts.js';
import {
  type CancellationReason,
  type ChoiceState,
  type ClaimState,
  DEAL_STATES,
  type Deal,
  type DealTerms,
  FINAL_STATES,
  type ParcelState,
  type Party,
  type PaymentMethod,
  type PaymentState,
  type PayoutState,
  type PenaltyState,
} from '@perkex/core/deals/deal.js';
import { msOf } from '../database/ms-of.js';
import { bool, float8, int4, oneOf, orNull, type RowWith, text, uuid } from '../database/statement.js';
import type { DealKey } from './deal-key.js';
import type { Opening } from './event-hash.js';

/** A deal as it is stored. */
export interface StoredDeal {
  readonly key: DealKey;
  readonly opening: Opening;
  readonly deal: Deal;
  /** True if the seller removed the ask just as it traded. */
  readonly hasMissedRemoval: boolean;
  /** The last hash of its chain. */
  readonly hash: string;
}

const METHODS: readonly PaymentMethod[] = ['card', 'bank-transfer'];
const CANCELLATIONS: readonly CancellationReason[] = ['payment', 'not-shipped', 'undone', 'by-us'];
const PAYMENTS: readonly PaymentState[] = [
  ...(['none', 'collecting', 'needs-buyer', 'held', 'refunding'] as const),
  ...(['refunded', 'failed', 'disputed', 'won', 'lost'] as const),
];
const PAYOUTS: readonly PayoutState[] = ['none', 'due', 'sending', 'sent', 'failed'];
const PARCELS_OUT: readonly ParcelState[] = ['none', 'announced', 'moving', 'arrived', 'late', 'lost'];
const PARCELS_IN: readonly ParcelState[] = [...PARCELS_OUT, 'already-here'];
const CHOICES: readonly ChoiceState[] = ['none', 'open', 'refund', 'wait', 'lowest-ask', 'replaced'];
const PENALTIES: readonly PenaltyState[] = ['none', 'pending', 'appealed', 'charged', 'waived'];
const CLAIMS: readonly ClaimState[] = ['none', 'open', 'return', 'decided'];

/** The columns of the accounts: `held_cents` of `held`. */
export function accountColumn(account: DealAccount): string {
  return `${account.replaceAll('-', '_')}_cents`;
}

export const BALANCES_ROW = {
  collecting: int4,
  held: int4,
  'owed-seller': int4,
  'owed-buyer': int4,
  'paying-out': int4,
  refunding: int4,
} satisfies Record<DealAccount, unknown>;

/** The balances of a deal `deal`, selected as `BALANCES_ROW`. */
export const BALANCES = DEAL_ACCOUNTS.map((account) => `deal.${accountColumn(account)} as "${account}"`).join(
  ', ',
);

/** A deal `deal` with the terms of its trade `trade`, selected as `DEAL_ROW`. */
export const DEAL = `deal.product_id as "productId", deal.id,
  trade.price_cents as "priceCents", trade.buyer_total_cents as "buyerTotalCents",
  trade.seller_total_cents as "sellerTotalCents", trade.platform_cents as "platformCents",
  case trade.seq when trade.bid_seq then 'buyer' else 'seller' end as taker,
  deal.is_relisting as "isRelisting", deal.is_pair_here as "isPairHere",
  ${msOf('trade.traded_at')} as "tradedAtMs", trade.is_removal_missed as "hasMissedRemoval",
  deal.first_method as "firstMethod", ${msOf('deal.first_due_at')} as "firstDueAtMs",
  deal.version, ${msOf('deal.at')} as "atMs", deal.state, deal.cancellation, deal.payment, deal.payout,
  deal.parcel_in as "parcelIn", deal.parcel_out as "parcelOut", deal.choice, deal.penalty, deal.claim, deal.ending,
  deal.method, ${msOf('deal.due_at')} as "dueAtMs", deal.paused_ms as "pausedMs",
  deal.is_overdue as "isOverdue", deal.is_extended as "isExtended", deal.has_objected as "hasObjected",
  deal.is_reported_missing as "isReportedMissing", deal.verdict_by as "verdictBy",
  deal.has_been_disputed as "hasBeenDisputed", ${BALANCES},
  deal.collect_version as "collectVersion", deal.refund_version as "refundVersion",
  deal.pay_out_version as "payOutVersion", deal.paid_out_cents as "paidOutCents",
  deal.refunded_cents as "refundedCents", deal.last_refund_cents as "lastRefundCents",
  deal.collected_cents as "collectedCents",
  deal.charged_back_cents as "chargedBackCents", deal.carried_cents as "carriedCents",
  deal.carried_over_cents as "carriedOverCents", deal.penalty_collected_cents as "penaltyCollectedCents",
  deal.buyer_credit_cents as "buyerCreditCents", deal.seller_credit_cents as "sellerCreditCents",
  deal.credit_party as "creditParty", deal.pay_credit_version as "payCreditVersion",
  deal.paying_credit_cents as "payingCreditCents", deal.last_credit_cents as "lastCreditCents",
  deal.debt_party as "debtParty", deal.collect_debt_version as "collectDebtVersion",
  deal.collecting_debt_cents as "collectingDebtCents", deal.last_debt_cents as "lastDebtCents", encode(deal.hash, 'hex') as hash`;

export const DEAL_ROW = {
  productId: int4,
  id: uuid,
  priceCents: int4,
  buyerTotalCents: int4,
  sellerTotalCents: int4,
  platformCents: int4,
  taker: oneOf<Party>(DEAL_PARTIES),
  isRelisting: bool,
  isPairHere: bool,
  tradedAtMs: float8,
  hasMissedRemoval: bool,
  firstMethod: oneOf(METHODS),
  firstDueAtMs: float8,
  version: int4,
  atMs: float8,
  state: oneOf(DEAL_STATES),
  cancellation: orNull(oneOf(CANCELLATIONS)),
  payment: oneOf(PAYMENTS),
  payout: oneOf(PAYOUTS),
  parcelIn: oneOf(PARCELS_IN),
  parcelOut: oneOf(PARCELS_OUT),
  choice: oneOf(CHOICES),
  penalty: oneOf(PENALTIES),
  claim: oneOf(CLAIMS),
  ending: orNull(oneOf(FINAL_STATES)),
  method: oneOf(METHODS),
  dueAtMs: orNull(float8),
  pausedMs: orNull(float8),
  isOverdue: bool,
  isExtended: bool,
  hasObjected: bool,
  isReportedMissing: bool,
  verdictBy: orNull(text),
  hasBeenDisputed: bool,
  ...BALANCES_ROW,
  collectVersion: int4,
  refundVersion: int4,
  payOutVersion: int4,
  paidOutCents: int4,
  refundedCents: int4,
  lastRefundCents: int4,
  collectedCents: int4,
  chargedBackCents: int4,
  carriedCents: int4,
  carriedOverCents: int4,
  penaltyCollectedCents: int4,
  buyerCreditCents: int4,
  sellerCreditCents: int4,
  creditParty: orNull(oneOf<Party>(DEAL_PARTIES)),
  payCreditVersion: int4,
  payingCreditCents: int4,
  lastCreditCents: int4,
  debtParty: orNull(oneOf<Party>(DEAL_PARTIES)),
  collectDebtVersion: int4,
  collectingDebtCents: int4,
  lastDebtCents: int4,
  hash: text,
};

function balancesOf(row: Balances): Balances {
  return {
    collecting: row.collecting,
    held: row.held,
    'owed-seller': row['owed-seller'],
    'owed-buyer': row['owed-buyer'],
    'paying-out': row['paying-out'],
    refunding: row.refunding,
  };
}

export function storedDeal(row: RowWith<typeof DEAL_ROW>): StoredDeal {
  const { productId, id, firstMethod, firstDueAtMs, hash } = row;
  const { collectVersion, refundVersion, payOutVersion, payCreditVersion, collectDebtVersion } = row;
  const terms = termsOf(row);
  return {
    key: { productId, id },
    opening: { terms, method: firstMethod, dueAtMs: firstDueAtMs },
    hasMissedRemoval: row.hasMissedRemoval,
    deal: {
      terms,
      version: row.version,
      atMs: row.atMs,
      state: row.state,
      cancellation: row.cancellation,
      payment: row.payment,
      payout: row.payout,
      parcelIn: row.parcelIn,
      parcelOut: row.parcelOut,
      choice: row.choice,
      penalty: row.penalty,
      claim: row.claim,
      ending: row.ending,
      method: row.method,
      dueAtMs: row.dueAtMs,
      pausedMs: row.pausedMs,
      isOverdue: row.isOverdue,
      isExtended: row.isExtended,
      hasObjected: row.hasObjected,
      isReportedMissing: row.isReportedMissing,
      verdictBy: row.verdictBy,
      hasBeenDisputed: row.hasBeenDisputed,
      balances: balancesOf(row),
      callVersions: {
        collect: collectVersion,
        refund: refundVersion,
        'pay-out': payOutVersion,
        'pay-credit': payCreditVersion,
        'collect-debt': collectDebtVersion,
      },
      paidOutCents: row.paidOutCents,
      refundedCents: row.refundedCents,
      lastRefundCents: row.lastRefundCents,
      collectedCents: row.collectedCents,
      chargedBackCents: row.chargedBackCents,
      carriedCents: row.carriedCents,
      carriedOverCents: row.carriedOverCents,
      penaltyCollectedCents: row.penaltyCollectedCents,
      buyerCreditCents: row.buyerCreditCents,
      sellerCreditCents: row.sellerCreditCents,
      creditParty: row.creditParty,
      payingCreditCents: row.payingCreditCents,
      lastCreditCents: row.lastCreditCents,
      debtParty: row.debtParty,
      collectingDebtCents: row.collectingDebtCents,
      lastDebtCents: row.lastDebtCents,
    },
    hash,
  };
}

function termsOf(row: DealTerms): DealTerms {
  return {
    priceCents: row.priceCents,
    buyerTotalCents: row.buyerTotalCents,
    sellerTotalCents: row.sellerTotalCents,
    platformCents: row.platformCents,
    taker: row.taker,
    isRelisting: row.isRelisting,
    isPairHere: row.isPairHere,
    tradedAtMs: row.tradedAtMs,
  };
}
