import { type Deal, type Party, penaltyPayer } from './deal.js';
import type { OwnMoneyKind } from './own-money.js';
import { penaltyCents } from './penalty.js';

/** The kinds of a party's money lines. Money on its way is with the provider; owed money is not. */
export const MONEY_LINES = [
  // the buyer
  'collecting',
  'paid',
  /** The part of `paid` that the buyer's bank has taken back. */
  'charged-back',
  /** Paid with the money of a failed deal. */
  'carried',
  /** Paid for the deal that replaces this one. */
  'carried-over',
  'refund-owed',
  'refund-on-its-way',
  'refunded',
  // the seller
  'payout-owed',
  'payout-on-its-way',
  'paid-out',
  /** The part of the payout that has paid what the seller owed. */
  'settled',
  // either
  'credited',
  'credit-on-its-way',
  'credit-paid',
  'penalty',
] as const;

/** The kinds that are read from the lines of the user's money (`own-money.ts`): a deal has no sums of them. */
export const LINES_OF_OWN_MONEY = [
  'settled',
  'credited',
  'credit-on-its-way',
  'credit-paid',
] as const satisfies readonly (OwnMoneyKind & MoneyLineKind)[];

export type MoneyLineKind = (typeof MONEY_LINES)[number];

export interface MoneyLine {
  readonly kind: MoneyLineKind;
  readonly cents: number;
}

/**
 * A party's own money in a deal, without empty lines and without `LINES_OF_OWN_MONEY`. A penalty is a line once it is
 * charged.
 */
export function moneyLines(deal: Deal, party: Party): MoneyLine[] {
  const { balances, terms, penalty, collectedCents, refundedCents, paidOutCents } = deal;
  const { carriedCents, carriedOverCents, chargedBackCents } = deal;
  const own: MoneyLine[] =
    party === 'buyer'
      ? [
          { kind: 'collecting', cents: balances.collecting },
          { kind: 'paid', cents: collectedCents },
          { kind: 'charged-back', cents: chargedBackCents },
          { kind: 'carried', cents: carriedCents },
          { kind: 'carried-over', cents: carriedOverCents },
          { kind: 'refund-owed', cents: balances['owed-buyer'] },
          { kind: 'refund-on-its-way', cents: balances.refunding },
          { kind: 'refunded', cents: refundedCents },
        ]
      : [
          { kind: 'payout-owed', cents: balances['owed-seller'] },
          { kind: 'payout-on-its-way', cents: balances['paying-out'] },
          { kind: 'paid-out', cents: paidOutCents },
        ];
  const isCharged = penalty === 'charged' && penaltyPayer(deal) === party;
  return [...own, { kind: 'penalty' as const, cents: isCharged ? penaltyCents(terms.priceCents) : 0 }].filter(
    ({ cents }) => cents > 0,
  );
}
