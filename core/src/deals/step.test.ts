import { describe, expect, it } from 'vitest';
import { check, DIVIDED, type Line, NOTHING, refused } from '../../test/check-steps.js';
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
  REJECTED,
  run,
  SENT,
  SHIPPED,
  TRADED_AT_MS,
  termsAt,
  undo,
  VERIFIED,
} from '../../test/deal-table.js';
import type { DealEvent } from './deal-event.js';
import { step } from './step.js';

const sellerTook = termsAt(240, { taker: 'seller' });
const pairHere = termsAt(240, { isPairHere: true });
const OVERDUE_RETURN: readonly Act[] = [...DELIVERED, 'claim', 'request-return', 'return-overdue'];

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

const MISSED_REMOVAL: DealEvent = { type: 'undo', earlierUndos: 0, hasMissedRemoval: true };

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
    [
      'belongs to a seller, too, whose pair was sold elsewhere in that moment, and places no ask again',
      [...PAID, ['seller', 'seller', MISSED_REMOVAL]],
      { state: 'cancelled', calls: ['refund 25720'], orders: [], notified: ['buyer'] },
    ],
    ['belongs to no buyer for that', [['buyer', 'buyer', MISSED_REMOVAL]], refused('not-yours'), sellerTook],
    ['ends after ten minutes', [...Array<Act>(10).fill('claim'), undo], refused('too-late')],
    ['ends when the seller ships', [...SHIPPED, undo], refused('wrong-state')],
    ['is possible for a pair that is here', [...PAID, undo], { state: 'cancelled' }, pairHere],
    ['is possible twice in 30 days', [{ type: 'undo', earlierUndos: 2 }], refused('undo-limit')],
    [
      'gives carried money back',
      [{ type: 'pay', method: 'card', carriedCents: 25_000 }, 'payment-declined', undo],
      { state: 'cancelled', calls: ['refund 25000 of carried'] },
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
      'a pair that is not returned in 14 days is overdue',
      [...DELIVERED, 'claim', 'request-return', 'return-overdue'],
      { state: 'delivered', due: null, ...NOTHING, notified: ['buyer', 'desk', 'finance'] },
    ],
    [
      'a return that arrives late is refunded in full',
      [...OVERDUE_RETURN, by('member', 'receive'), 'refund-done'],
      { state: 'closed' },
    ],
    [
      'a claim whose return is overdue can be refused',
      [...OVERDUE_RETURN, 'refuse-claim'],
      { state: 'complete' },
    ],
    [
      'a part can be refunded once a return is overdue',
      [...OVERDUE_RETURN, { type: 'refund-part', refundCents: 5_000 }],
      { money: ['losses→owed-buyer 5000', 'owed-buyer→refunding 5000'] },
    ],
    [
      'the claim is not refused before that',
      [...DELIVERED, 'claim', 'request-return', 'refuse-claim'],
      refused('no-claim'),
    ],
    ['a return is requested once', [...OVERDUE_RETURN, 'request-return'], refused('no-claim')],
    ['only a return can be overdue', [...DELIVERED, 'return-overdue'], refused('no-claim')],
    [
      'in recorded events of earlier versions, the deadline of a return completes the deal',
      [...DELIVERED, 'claim', 'request-return', 'deadline-passed'],
      { state: 'complete' },
    ],
  ])('%s', check);
});

it('an end of an overdue return ends its being overdue', () => {
  expect(run(OVERDUE_RETURN).deal.isOverdue).toBe(true);
  const refundPart = { type: 'refund-part', refundCents: 5_000 } as const;
  for (const end of ['receive', 'refuse-claim', 'confirm', refundPart] as const) {
    expect(run([...OVERDUE_RETURN, end]).deal.isOverdue).toBe(false);
  }
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

  it('notifies the parties, with the news for each', () => {
    const { last } = run(SHIPPED);
    expect(last.kind === 'stepped' && last.notifications).toEqual([{ to: 'buyer', news: 'shipped' }]);
  });
});
