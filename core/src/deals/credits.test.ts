import { describe, it } from 'vitest';
import { check, type Line, refused } from '../../test/check-steps.js';
import { type Act, by, collected, credit, DELIVERED, REJECTED } from '../../test/deal-table.js';

/** The seller's penalty of 36 dollars is charged, and the refund is on its way. */
const CHARGED: readonly Act[] = [...REJECTED, 'deadline-passed'];

describe('half of a penalty', () => {
  it.each<Line>([
    [
      'goes to the other side once it is collected',
      [...CHARGED, collected(3_600)],
      { money: ['penalties→receivable-buyer 1800'], notified: ['buyer'] },
    ],
    [
      'goes to the seller if the buyer did not pay',
      ['deadline-passed', 'deadline-passed', collected(3_600)],
      { money: ['penalties→receivable-seller 1800'], notified: ['seller'] },
    ],
    [
      'follows each part that is collected, and is rounded down',
      [...CHARGED, collected(1_001), collected(1_000)],
      { money: ['penalties→receivable-buyer 500'] },
    ],
    [
      'is never of more than the penalty',
      [...CHARGED, collected(3_000), collected(601)],
      refused('wrong-amount'),
    ],
    ['is of something that was collected', [...CHARGED, collected(0)], refused('wrong-amount')],
    ['waits while the penalty can be appealed', [...REJECTED, collected(3_600)], refused('no-penalty')],
    [
      'waits for the decision on an appeal',
      [...REJECTED, by('seller', 'appeal'), collected(3_600)],
      refused('no-penalty'),
    ],
    [
      'is nothing of a penalty that was waived',
      [...REJECTED, by('seller', 'appeal'), by('member', 'waive-penalty', 'eve'), collected(3_600)],
      refused('no-penalty'),
    ],
    [
      'is shared after the end of the deal',
      [...CHARGED, 'return-pair', 'refund-done', collected(3_600)],
      { state: 'closed', money: ['penalties→receivable-buyer 1800'] },
    ],
  ])('%s', check);
});

describe('a credit', () => {
  const CREDITED: readonly Act[] = [...CHARGED, collected(3_600)];
  const BOUNCED: readonly Act[] = [...DELIVERED, 'confirm', 'payout-failed'];

  it.each<Line>([
    [
      'is paid out by a call of its own',
      [...CREDITED, credit('buyer', 1_800)],
      { money: ['receivable-buyer→paying-credit 1800'], calls: ['pay-credit 1800'] },
    ],
    [
      'has arrived',
      [...CREDITED, credit('buyer', 1_800), 'credit-done'],
      { money: ['paying-credit→provider 1800'], notified: ['buyer'] },
    ],
    [
      'may be used up by debts in part',
      [...CREDITED, credit('buyer', 1_000)],
      { calls: ['pay-credit 1000'] },
    ],
    [
      'is paid out once',
      [...CREDITED, credit('buyer', 1_800), 'credit-done', credit('buyer', 1)],
      refused('nothing-owed'),
    ],
    [
      'is not paid out twice at once',
      [...CREDITED, credit('buyer', 1_000), credit('buyer', 800)],
      refused('in-progress'),
    ],
    ['is not paid out in excess', [...CREDITED, credit('buyer', 1_801)], refused('wrong-amount')],
    ['belongs to one party', [...CREDITED, credit('seller', 1_800)], refused('nothing-owed')],
    [
      'is owed again if its payout fails',
      [...CREDITED, credit('buyer', 1_800), 'credit-failed'],
      { money: ['paying-credit→receivable-buyer 1800'], notified: ['buyer', 'finance'] },
    ],
    [
      'is owed again if its payout bounces',
      [...CREDITED, credit('buyer', 1_800), 'credit-done', 'credit-failed'],
      { money: ['provider→paying-credit 1800', 'paying-credit→receivable-buyer 1800'] },
    ],
    [
      'bounces once',
      [...CREDITED, credit('buyer', 1_800), 'credit-done', 'credit-failed', 'credit-failed'],
      refused('nothing-in-flight'),
    ],
    [
      'is paid again after a bounce',
      [...CREDITED, credit('buyer', 1_800), 'credit-done', 'credit-failed', credit('buyer', 1_800)],
      { calls: ['pay-credit 1800'] },
    ],
    [
      'of a payout that bounced after the end goes to the seller',
      [...BOUNCED, credit('seller', 20_100)],
      { state: 'complete', money: ['receivable-seller→paying-credit 20100'], calls: ['pay-credit 20100'] },
    ],
  ])('%s', check);
});
