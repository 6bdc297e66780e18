import { describe, it } from 'vitest';
import { check, DIVIDED, type Line, NOTHING, refused } from '../../test/check-steps.js';
import {
  type Act,
  by,
  DELIVERED,
  held,
  netted,
  PAID,
  pay,
  RECEIVED,
  REJECTED,
  SENT,
  SHIPPED,
  undo,
  VERIFIED,
} from '../../test/deal-table.js';
import type { DealEvent } from './deal-event.js';

/** 57.20 dollars are left to collect. */
const CARRIED: DealEvent = { type: 'pay', method: 'card', carriedCents: 20_000 };
const REFUND_ALL = { money: ['owed-buyer→refunding 25720'], calls: ['refund 25720'] };

describe('choosing after a failure', () => {
  it.each<Line>([
    ['a refund is sent at once', [...REJECTED, 'choose-refund'], REFUND_ALL],
    ['silence means a refund', [...SHIPPED, 'parcel-lost', 'deadline-passed'], REFUND_ALL],
    ['waiting places a bid', [...REJECTED, 'choose-wait'], { money: [], orders: ['buyer bid 24000'] }],
    [
      'waiting survives the deadline',
      [...SHIPPED, 'parcel-lost', 'choose-wait', 'deadline-passed'],
      { money: [] },
    ],
    [
      'waiting may end at any time',
      [...REJECTED, 'choose-wait', 'choose-refund'],
      { ...REFUND_ALL, orders: ['buyer cancel-bid 24000'] },
    ],
    [
      'the lowest ask is bought up to the price that the buyer saw',
      [...REJECTED, { type: 'choose-lowest-ask', limitCents: 25_000 }],
      { money: [], orders: ['buyer buy 25000'] },
    ],
    [
      'a cheaper pair leaves a difference to refund',
      [
        ...REJECTED,
        { type: 'choose-lowest-ask', limitCents: 25_000 },
        { type: 'replacement-traded', buyerTotalCents: 25_000 },
      ],
      { money: ['owed-buyer→provider 25000', 'owed-buyer→refunding 720'], calls: ['refund 720'] },
    ],
    [
      'a dearer pair takes all the money',
      [...REJECTED, 'choose-wait', { type: 'replacement-traded', buyerTotalCents: 26_000 }],
      { money: ['owed-buyer→provider 25720'], calls: [] },
    ],
    [
      'a purchase that fails asks again',
      [...REJECTED, { type: 'choose-lowest-ask', limitCents: 25_000 }, 'replacement-failed', 'choose-refund'],
      REFUND_ALL,
    ],
    [
      'a purchase that fails after the deadline is refunded',
      [...REJECTED, 'choose-wait', 'deadline-passed', 'replacement-failed'],
      REFUND_ALL,
    ],
    [
      'of carried and collected money, the collected part goes back first',
      [CARRIED, held(5_720), 'cancel', 'choose-refund'],
      { calls: ['refund 5720'] },
    ],
    [
      'the carried part follows',
      [CARRIED, held(5_720), 'cancel', 'choose-refund', 'refund-done'],
      {
        money: ['refunding→provider 5720', 'owed-buyer→refunding 20000'],
        calls: ['refund 20000 of carried'],
      },
    ],
    [
      'only the last refund can bounce',
      [CARRIED, held(5_720), 'cancel', 'choose-refund', 'refund-done', 'refund-done', 'refund-failed'],
      { money: ['provider→owed-buyer 20000'] },
    ],
    [
      'carried money goes on to a third deal, and what was collected goes back',
      [
        CARRIED,
        held(5_720),
        'cancel',
        'choose-wait',
        { type: 'replacement-traded', buyerTotalCents: 25_720 },
      ],
      { money: ['owed-buyer→provider 20000', 'owed-buyer→refunding 5720'], calls: ['refund 5720'] },
    ],
    ['a choice is made once', [...REJECTED, 'choose-refund', 'choose-wait'], refused('no-choice')],
  ])('%s', check);
});

describe('penalties', () => {
  it.each<Line>([
    [
      'are charged when the time to appeal ends',
      [...REJECTED, 'choose-refund', 'deadline-passed'],
      { money: ['receivable-seller→penalties 3600'] },
    ],
    [
      'wait for the decision on an appeal',
      [...REJECTED, by('seller', 'appeal'), 'deadline-passed'],
      REFUND_ALL,
    ],
    [
      'can be appealed by the side that pays them',
      [...REJECTED, by('buyer', 'appeal')],
      refused('not-yours'),
    ],
    [
      'can be appealed once',
      [...REJECTED, by('seller', 'appeal'), by('member', 'waive-penalty', 'eve'), by('seller', 'appeal')],
      refused('no-penalty'),
    ],
    [
      'are not upheld by the member whose verdict caused them',
      [...REJECTED, by('seller', 'appeal'), 'uphold-penalty'],
      refused('same-member'),
    ],
    [
      'are waived by the platform itself if no member decides on the appeal',
      [...REJECTED, by('seller', 'appeal'), by('clock', 'waive-penalty')],
      { ...NOTHING, notified: ['seller'] },
    ],
    [
      'without an appeal are not waived by the platform itself',
      [...REJECTED, by('clock', 'waive-penalty')],
      refused('no-appeal'),
    ],
    [
      'cost nothing once waived',
      [...REJECTED, by('seller', 'appeal'), by('member', 'waive-penalty', 'eve')],
      { money: [] },
    ],
  ])('%s', check);
});

/** The deals of a parcel lost on its way to us, once they are closed. */
const LOST: readonly Act[] = [...SHIPPED, 'parcel-lost', 'choose-refund', 'refund-done'];
const LOSS_LEFT: readonly Act[] = [...LOST, 'leave-loss'];
const LOSS_BORNE: readonly Act[] = [...LOST, 'bear-loss', netted(0), 'payout-done'];

describe('closing', () => {
  it.each<Line>([
    [
      'a rejected pair is returned, and the deal waits for refund and appeal',
      [...REJECTED, 'choose-refund', 'return-pair', 'refund-done'],
      { state: 'rejected' },
    ],
    [
      'a rejected deal closes when all is settled',
      [...REJECTED, 'choose-refund', 'return-pair', 'refund-done', 'deadline-passed'],
      { state: 'closed', due: null },
    ],
    [
      'a loss on the way to us may be ours',
      [...SHIPPED, 'parcel-lost', 'bear-loss'],
      { state: 'lost', money: ['losses→owed-seller 20100'] },
    ],
    [
      'a loss on the way to us may be left to the seller',
      [...SHIPPED, 'parcel-lost', 'leave-loss'],
      { money: [] },
    ],
    [
      'a loss on the way to the buyer is ours',
      [...SENT, 'parcel-lost', 'leave-loss'],
      refused('not-sellers-loss'),
    ],
    [
      'a pair that arrives after the deal was cancelled goes back',
      [...SHIPPED, 'cancel', 'receive', 'return-pair'],
      { state: 'cancelled', notified: ['seller'] },
    ],
    [
      'the number of a parcel back to the seller can be corrected, also once the deal is closed',
      [...REJECTED, 'choose-refund', 'return-pair', 'refund-done', 'deadline-passed', 'correct-parcel'],
      { state: 'closed', notified: ['seller'] },
    ],
    [
      'the number of a parcel to the buyer can be corrected until it arrives',
      [...SENT, 'parcel-moving', 'correct-parcel'],
      { state: 'sent', notified: ['buyer'] },
    ],
    [
      'a lost pair that arrives after the end is received',
      [...LOSS_LEFT, 'receive'],
      { state: 'closed', due: null, ...NOTHING, notified: ['seller'] },
    ],
    [
      'a lost pair that arrived after the end goes back',
      [...LOSS_LEFT, 'receive', 'return-pair'],
      { state: 'closed', due: null, ...NOTHING, notified: ['seller'] },
    ],
    [
      'a lost pair that arrived before the end goes back after it, too',
      [...SHIPPED, 'parcel-lost', 'receive', 'leave-loss', 'choose-refund', 'refund-done', 'return-pair'],
      { state: 'closed', ...NOTHING, notified: ['seller'] },
    ],
    ['a lost pair arrives once', [...LOSS_LEFT, 'receive', 'receive'], refused('already-done')],
    [
      'a lost pair goes back once',
      [...LOSS_LEFT, 'receive', 'return-pair', 'return-pair'],
      refused('no-pair'),
    ],
    [
      'a lost pair that we have paid for is received, and is ours',
      [...LOSS_BORNE, 'receive'],
      { state: 'closed', ...NOTHING, notified: [] },
    ],
    [
      'a lost pair that we have paid for does not go back',
      [...LOSS_BORNE, 'receive', 'return-pair'],
      refused('no-pair'),
    ],
    [
      'a rejected pair that went back does not arrive again',
      [...REJECTED, 'choose-refund', 'return-pair', 'refund-done', 'deadline-passed', 'receive'],
      refused('already-done'),
    ],
    ['no number is corrected before there is a parcel', [...REJECTED, 'correct-parcel'], refused('no-pair')],
    ['no pair goes back that never came', [...PAID, 'cancel', 'return-pair'], refused('no-pair')],
  ])('%s', check);
});

describe('when the provider fails', () => {
  it.each<Line>([
    [
      'a failed payout is owed again',
      [...VERIFIED, netted(0), 'payout-failed'],
      { money: ['paying-out→owed-seller 20100'], notified: ['seller', 'finance'] },
    ],
    [
      'a failed payout can be sent again',
      [...VERIFIED, netted(0), 'payout-failed', netted(0)],
      { calls: ['pay-out 20100'] },
    ],
    ['a payout is sent once', [...SENT, netted(0)], refused('nothing-owed')],
    [
      'a payout settles what the seller owes first',
      [...VERIFIED, netted(3_600)],
      {
        money: ['owed-seller→receivable-seller 3600', 'owed-seller→paying-out 16500'],
        calls: ['pay-out 16500'],
      },
    ],
    ['a payout may be netted in full', [...VERIFIED, netted(20_100)], { calls: [] }],
    ['a payout nets no more than it pays', [...VERIFIED, netted(20_101)], refused('wrong-amount')],
    [
      'a payout that bounces is owed again',
      [...SENT, 'payout-failed'],
      { money: ['provider→owed-seller 20100'] },
    ],
    [
      'a payout that bounces after the end is credited to the seller',
      [...DELIVERED, 'confirm', 'payout-failed'],
      { state: 'complete', money: ['provider→receivable-seller 20100'] },
    ],
    [
      'a failed refund is owed again and can be repeated',
      [...REJECTED, 'choose-refund', 'refund-failed', 'start-refund'],
      REFUND_ALL,
    ],
    [
      'the repeated failure of a refund does not stop its repetition',
      [
        ...REJECTED,
        'choose-refund',
        'refund-failed',
        'start-refund',
        { type: 'refund-failed', callVersion: REJECTED.length + 1 },
      ],
      refused('other-call'),
    ],
    ['a refund is sent once', [...REJECTED, 'choose-refund', 'start-refund'], refused('nothing-owed')],
    [
      'a refund is counted once',
      [...REJECTED, 'choose-refund', 'refund-done', 'refund-done'],
      refused('nothing-in-flight'),
    ],
  ])('%s', check);

  it.each<Line>([
    ['stops a refund', [...REJECTED, 'dispute-opened', 'choose-refund'], { ...NOTHING }],
    [
      'that we win lets the refund go',
      [...REJECTED, 'dispute-opened', 'choose-refund', 'dispute-won'],
      REFUND_ALL,
    ],
    [
      'that we lose takes what the buyer was owed',
      [...REJECTED, 'dispute-opened', 'dispute-lost'],
      { money: ['owed-buyer→provider 25720'] },
    ],
    ['stops a payout', [...VERIFIED, 'dispute-opened', netted(0)], refused('payment-disputed')],
    ['stops a parcel to the buyer', [...VERIFIED, 'dispute-opened', 'send'], refused('payment-disputed')],
    [
      'that we lose before the verdict does not cost a seller in good faith anything',
      [...RECEIVED, 'dispute-opened', 'dispute-lost', 'pass'],
      { state: 'verified', money: ['losses→held 25720', ...DIVIDED] },
    ],
    [
      'that we lose after the end is our loss',
      [...DELIVERED, 'confirm', 'dispute-opened', 'dispute-lost'],
      { state: 'complete', money: ['losses→provider 25720'] },
    ],
    ['needs a payment', [pay, undo, 'dispute-opened'], refused('no-payment')],
    [
      'takes only what the deal collected itself, not the carried money',
      [
        { type: 'pay', method: 'card', carriedCents: 20_000 },
        held(5_720),
        'dispute-opened',
        'dispute-lost',
        'cancel',
        'choose-refund',
      ],
      { money: ['owed-buyer→refunding 20000'] },
    ],
    [
      'that we lose while a refund is in flight keeps that refund if it fails',
      [...REJECTED, 'choose-refund', 'dispute-opened', 'dispute-lost', 'refund-failed'],
      { money: ['refunding→losses 25720'] },
    ],
    [
      'without an amount takes all from the deal that collected it, as events before that amount did',
      [
        ...REJECTED,
        'choose-wait',
        { type: 'replacement-traded', buyerTotalCents: 25_720 },
        'dispute-opened',
        'dispute-lost',
      ],
      { money: ['losses→provider 25720'] },
    ],
    [
      'of a part takes that part, and the rest goes back',
      [...REJECTED, 'dispute-opened', { type: 'dispute-lost', chargedBackCents: 5_000 }],
      { money: ['owed-buyer→provider 5000', 'owed-buyer→refunding 20720'] },
    ],
    [
      'of a part of what the deal collected itself leaves the rest of it, which goes back first',
      [
        { type: 'pay', method: 'card', carriedCents: 20_000 },
        held(5_720),
        'dispute-opened',
        { type: 'dispute-lost', chargedBackCents: 700 },
        'cancel',
        'choose-refund',
      ],
      { money: ['owed-buyer→refunding 5020'] },
    ],
    [
      'of a part of the carried money leaves the rest of it',
      [
        { type: 'pay', method: 'card', carriedCents: 20_000 },
        held(5_720),
        { type: 'dispute-opened', isOfCarried: true },
        { type: 'dispute-lost', isOfCarried: true, chargedBackCents: 3_000 },
        'cancel',
        'choose-refund',
        { type: 'refund-done', callVersion: 6 },
      ],
      { money: ['refunding→provider 5720', 'owed-buyer→refunding 17000'] },
    ],
    ['is opened once', [...PAID, 'dispute-opened', 'dispute-won', 'dispute-opened'], refused('already-done')],
  ])('a chargeback %s', check);
});
