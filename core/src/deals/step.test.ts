import { describe, expect, it } from 'vitest';
import {
  type Act,
  by,
  commandOf,
  DELIVERED,
  HOLIDAYS,
  held,
  netted,
  OBJECTABLE,
  PAID,
  pay,
  RECEIVED,
  REJECTED,
  run,
  SENT,
  SHIPPED,
  shown,
  TERMS,
  TRADED_AT_MS,
  termsAt,
  undo,
  VERIFIED,
} from '../../test/deal-table.js';
import type { DealTerms } from './deal.js';
import { step } from './step.js';

type Line = [what: string, acts: readonly Act[], last: object, terms?: DealTerms];

const NOTHING = { money: [], calls: [], orders: [] };
const refused = (code: string) => ({ refused: code });
const sellerTook = termsAt(240, { taker: 'seller' });
const pairHere = termsAt(240, { isPairHere: true });

function check(_: string, acts: readonly Act[], last: object, terms: DealTerms = TERMS): void {
  expect(shown(run(acts, terms).last)).toMatchObject(last);
}

/** Shipping and fees of a trade at 240 dollars: 20.00 and 36.20. */
const DIVIDED = ['held→owed-seller 20100', 'held→shipping 2000', 'held→fees 3620'];
const REFUND_ALL = { money: ['owed-buyer→refunding 25720'], calls: ['refund 25720'] };

describe('paying', () => {
  it.each<Line>([
    [
      'collects the payment before calling the provider',
      [pay],
      {
        state: 'unpaid',
        due: '2026-12-08T10:00',
        money: ['provider→collecting 25720'],
        calls: ['collect 25720'],
      },
    ],
    ['waits for an attempt in progress', [pay, pay], refused('in-progress')],
    [
      'gives a bank transfer three working days',
      [{ type: 'pay', method: 'bank-transfer', carriedCents: 0 }],
      { due: '2026-12-11T00:00' },
    ],
    [
      'keeps the later deadline after a switch back to a card',
      [{ type: 'pay', method: 'bank-transfer', carriedCents: 0 }, 'payment-declined', pay],
      { due: '2026-12-11T00:00' },
    ],
    ['asks the buyer for 3-D Secure', [pay, 'payment-needs-buyer'], { ...NOTHING, notified: ['buyer'] }],
    [
      'ignores the outcome of an attempt that was replaced',
      [pay, 'payment-needs-buyer', pay, { type: 'payment-held', callVersion: 1, amountCents: 25_720 }],
      refused('other-call'),
    ],
    [
      'replaces an attempt that needs the buyer',
      [pay, 'payment-needs-buyer', pay],
      { money: ['collecting→provider 25720', 'provider→collecting 25720'], calls: ['collect 25720'] },
    ],
    [
      'undoes a declined attempt',
      [pay, 'payment-declined'],
      { money: ['collecting→provider 25720'], calls: [] },
    ],
    [
      'holds the money, and the seller has three working days, which skip the holiday',
      PAID,
      { state: 'paid', due: '2026-12-11T00:00', money: ['collecting→held 25720'], calls: [] },
    ],
    ['refuses another amount', [pay, held(25_719)], refused('wrong-amount')],
    ['does not count a payment twice', [...PAID, held(25_720)], refused('wrong-state')],
    [
      'goes to the desk at once if the pair is here',
      PAID,
      { state: 'received', due: '2026-12-11T00:00' },
      pairHere,
    ],
    [
      'takes carried money first, and collects the difference',
      [{ type: 'pay', method: 'card', carriedCents: 25_000 }],
      { money: ['provider→held 25000', 'provider→collecting 720'], calls: ['collect 720'] },
    ],
    [
      'needs no call if the carried money is enough',
      [{ type: 'pay', method: 'card', carriedCents: 25_720 }],
      { state: 'paid', money: ['provider→held 25720'], calls: [] },
    ],
    [
      'carries money over only once',
      [
        { type: 'pay', method: 'card', carriedCents: 25_000 },
        'payment-declined',
        { type: 'pay', method: 'card', carriedCents: 1 },
      ],
      refused('wrong-amount'),
    ],
  ])('%s', check);

  it.each<Line>([
    [
      'cancels an unpaid deal, relists the ask, and gives two days to appeal',
      ['deadline-passed'],
      { state: 'cancelled', due: '2026-12-10T10:00', money: [], orders: ['seller ask 24000'] },
    ],
    [
      'relists only if the seller wants it',
      ['deadline-passed'],
      { orders: [] },
      termsAt(240, { isRelisting: false }),
    ],
    [
      'charges the buyer 15 %',
      ['deadline-passed', 'deadline-passed'],
      { money: ['receivable-buyer→penalties 3600'] },
    ],
    [
      'charges 15 $ at least',
      ['deadline-passed', 'deadline-passed'],
      { money: ['receivable-buyer→penalties 1500'] },
      termsAt(99),
    ],
    [
      'sends a payment back that arrives after the deadline',
      [pay, 'deadline-passed', held(25_720)],
      {
        state: 'cancelled',
        money: ['collecting→held 25720', 'held→owed-buyer 25720', 'owed-buyer→refunding 25720'],
        calls: ['refund 25720'],
      },
    ],
    [
      'does not fire before it is due',
      [pay, by('clock', 'pause-clock'), 'deadline-passed'],
      refused('not-due'),
    ],
    ['goes on for the rest after a pause', ['pause-clock', 'resume-clock'], { due: '2026-12-08T10:01' }],
  ])('the deadline %s', check);
});

describe('undoing', () => {
  it.each<Line>([
    [
      'refunds the buyer and places the ask again',
      [...PAID, by('buyer', 'undo')],
      {
        state: 'cancelled',
        due: null,
        money: ['held→owed-buyer 25720', 'owed-buyer→refunding 25720'],
        calls: ['refund 25720'],
        orders: ['seller ask 24000'],
        notified: ['seller'],
      },
    ],
    [
      'of a seller places the bid again',
      [by('seller', 'undo')],
      { state: 'cancelled', money: [], orders: ['buyer bid 24000'], notified: ['buyer'] },
      sellerTook,
    ],
    ['belongs to the taker', [by('seller', 'undo')], refused('not-yours')],
    ['ends after ten minutes', [...Array<Act>(10).fill('claim'), undo], refused('too-late')],
    ['ends when the seller ships', [...SHIPPED, undo], refused('wrong-state')],
    ['is possible for a pair that is here', [...PAID, undo], { state: 'cancelled' }, pairHere],
    ['is possible twice in 30 days', [{ type: 'undo', earlierUndos: 2 }], refused('undo-limit')],
    [
      'gives carried money back',
      [{ type: 'pay', method: 'card', carriedCents: 25_000 }, 'payment-declined', undo],
      { state: 'cancelled', calls: ['refund 25000'] },
    ],
    [
      'leaves a collection in flight alone until it ends',
      [pay, undo],
      { state: 'cancelled', money: [], calls: [] },
    ],
  ])('%s', check);
});

describe('shipping', () => {
  it.each<Line>([
    ['has 14 days', SHIPPED, { state: 'shipped', due: '2026-12-21T10:03', ...NOTHING }],
    ['may be extended by a working day', [...PAID, 'extend'], { due: '2026-12-15T00:00' }],
    ['may be extended once', [...PAID, 'extend', 'extend'], refused('already-done')],
    [
      'that does not happen cancels the deal',
      [...PAID, 'deadline-passed'],
      { state: 'cancelled', due: '2026-12-13T00:00', money: ['held→owed-buyer 25720'] },
    ],
    ['is optional for a pair that is brought to the desk', [...PAID, 'receive'], { state: 'received' }],
    ['that takes too long opens a case', [...SHIPPED, 'deadline-passed'], { state: 'shipped', due: null }],
    [
      'that takes too long lets the buyer take a refund',
      [...SHIPPED, 'deadline-passed', 'take-refund'],
      { state: 'lost', calls: ['refund 25720'] },
    ],
    ['within its time does not', [...SHIPPED, 'take-refund'], refused('not-overdue')],
    [
      'may be waited for again',
      [...SHIPPED, 'deadline-passed', 'keep-waiting'],
      { state: 'shipped', due: '2027-01-04T10:04' },
    ],
    [
      'that the carrier lost fails',
      [...SHIPPED, 'parcel-lost'],
      { state: 'lost', money: ['held→owed-buyer 25720'] },
    ],
    [
      'repeated by the carrier changes nothing',
      [...SHIPPED, 'parcel-late', 'parcel-late'],
      refused('already-done'),
    ],
  ])('%s', check);
});

describe('verifying', () => {
  it.each<Line>([
    [
      'a pair that passes divides the money',
      VERIFIED,
      { state: 'verified', due: '2026-12-10T00:00', money: DIVIDED },
    ],
    [
      'a seller whose fees are higher than the price owes the rest',
      [pay, held(1_103), 'ship', 'receive', 'pass'],
      { money: ['receivable-seller→held 900', 'held→shipping 2000', 'held→fees 3'] },
      termsAt(1),
    ],
    [
      'a pair that fails can be objected to for 48 hours',
      OBJECTABLE,
      { state: 'objectable', due: '2026-12-09T10:05', ...NOTHING },
    ],
    [
      'an accepted verdict rejects the pair',
      REJECTED,
      { state: 'rejected', due: '2026-12-09T10:06', money: ['held→owed-buyer 25720'], calls: [] },
    ],
    ['silence rejects the pair', [...OBJECTABLE, 'deadline-passed'], { state: 'rejected' }],
    [
      'a second verdict needs an objection',
      [...OBJECTABLE, by('member', 'pass', 'eve')],
      refused('no-objection'),
    ],
    ['a second verdict needs a second member', [...OBJECTABLE, 'object', 'pass'], refused('same-member')],
    [
      'a second member can pass the pair',
      [...OBJECTABLE, 'object', by('member', 'pass', 'eve')],
      { state: 'verified', money: DIVIDED },
    ],
    [
      'a second verdict that takes too long does not reject the pair, and lets the buyer go',
      [...OBJECTABLE, 'object', 'deadline-passed', 'take-refund'],
      { state: 'cancelled', calls: ['refund 25720'] },
    ],
  ])('%s', check);
});

describe('delivering', () => {
  it.each<Line>([
    ['a parcel has ten days', SENT, { state: 'sent', due: '2026-12-17T10:08' }],
    ['a parcel counts as delivered then', [...SENT, 'deadline-passed'], { state: 'delivered', money: [] }],
    [
      'a parcel reported missing is lost then, at our expense',
      [...SENT, 'report-missing', 'deadline-passed'],
      { state: 'lost', money: ['losses→owed-buyer 25720'] },
    ],
    [
      'a confirmation completes the deal',
      [...DELIVERED, 'confirm'],
      { state: 'complete', due: null, ...NOTHING },
    ],
    ['three days complete it, too', [...DELIVERED, 'deadline-passed'], { state: 'complete' }],
    [
      'a deal is not complete before the seller is paid',
      [...VERIFIED, 'send', 'report-arrived', 'confirm'],
      { state: 'delivered', due: null },
    ],
    [
      'the last payout completes it',
      [...VERIFIED, 'send', 'report-arrived', 'confirm', netted(0), 'payout-done'],
      { state: 'complete', money: ['paying-out→provider 20100'] },
    ],
    ['a claim stops the clock', [...DELIVERED, 'claim'], { state: 'delivered', due: null }],
    ['a claim cannot be confirmed away', [...DELIVERED, 'claim', 'confirm'], refused('claim-open')],
    ['a refused claim completes the deal', [...DELIVERED, 'claim', 'refuse-claim'], { state: 'complete' }],
    [
      'a partial refund is ours to pay',
      [...DELIVERED, 'claim', { type: 'refund-part', refundCents: 5_000 }],
      { state: 'delivered', money: ['losses→owed-buyer 5000', 'owed-buyer→refunding 5000'] },
    ],
    [
      'a partial refund is less than the payment',
      [...DELIVERED, 'claim', { type: 'refund-part', refundCents: 25_720 }],
      refused('wrong-amount'),
    ],
    [
      'a returned pair is refunded in full',
      [...DELIVERED, 'claim', 'request-return', by('member', 'receive')],
      { money: ['losses→owed-buyer 25720', 'owed-buyer→refunding 25720'] },
    ],
    [
      'the refund of a returned pair closes the deal',
      [...DELIVERED, 'claim', 'request-return', 'receive', 'refund-done'],
      { state: 'closed' },
    ],
    [
      'a pair that is not returned in 14 days is kept',
      [...DELIVERED, 'claim', 'request-return', 'deadline-passed'],
      { state: 'complete' },
    ],
  ])('%s', check);
});

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
      'cost nothing once waived',
      [...REJECTED, by('seller', 'appeal'), by('member', 'waive-penalty', 'eve')],
      { money: [] },
    ],
  ])('%s', check);
});

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
    ['is opened once', [...PAID, 'dispute-opened', 'dispute-won', 'dispute-opened'], refused('already-done')],
  ])('a chargeback %s', check);
});

describe('a step', () => {
  it('refuses an actor who saw an older version, and answers with the current state', () => {
    const { deal } = run(PAID);
    const moment = { nowMs: TRADED_AT_MS, holidays: HOLIDAYS };
    const ship = { ...commandOf('ship', deal), seenVersion: deal.version };
    const shipped = step(deal, ship, moment);
    expect(shipped.kind).toBe('stepped');
    const undone = { ...commandOf(undo, deal), seenVersion: deal.version };
    expect(shipped.kind === 'stepped' && step(shipped.deal, undone, moment)).toEqual({
      kind: 'refused',
      code: 'stale',
      state: 'shipped',
    });
  });

  it('never goes back in time', () => {
    const { deal } = run(PAID);
    const shipped = step(deal, commandOf('ship', deal), { nowMs: 0, holidays: HOLIDAYS });
    expect(shipped.kind === 'stepped' && shipped.deal.atMs).toBe(deal.atMs);
  });

  it('notifies the parties of the event and the new state', () => {
    const { last } = run(SHIPPED);
    expect(last.kind === 'stepped' && last.notifications).toEqual([
      { to: 'buyer', event: 'ship', state: 'shipped' },
    ]);
  });
});
