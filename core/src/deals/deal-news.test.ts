import { expect, it } from 'vitest';
import {
  DELIVERED,
  PAID,
  pay,
  RECEIVED,
  REJECTED,
  run,
  SENT,
  SHIPPED,
  TERMS,
} from '../../test/deal-table.js';

// The fuzz of `step` shows that every event that notifies a party has news.
it.each<[what: string, history: Parameters<typeof run>[0], news: object]>([
  ['a payment', PAID, { buyer: 'paid', seller: 'paid' }],
  ['a question of the bank', [pay, 'payment-needs-buyer'], { buyer: 'payment-needs-buyer' }],
  [
    'a payment by bank transfer',
    [{ type: 'pay', method: 'bank-transfer', carriedCents: 0 }, 'payment-needs-buyer'],
    { buyer: 'transfer-needed' },
  ],
  ['no payment in time', ['deadline-passed'], { buyer: 'not-paid', seller: 'not-paid' }],
  ['no parcel in time', [...PAID, 'deadline-passed'], { buyer: 'not-shipped', seller: 'not-shipped' }],
  ['an arrival', RECEIVED, { buyer: 'received', seller: 'received' }],
  ['a late check', [...RECEIVED, 'deadline-passed'], { buyer: 'overdue' }],
  ['a pair that we do not send in time', [...RECEIVED, 'pass', 'deadline-passed'], { buyer: 'not-sent' }],
  [
    'a payout that debts use up',
    [...RECEIVED, 'pass', { type: 'start-payout', nettedCents: TERMS.sellerTotalCents }],
    { seller: 'payout-settled' },
  ],
  [
    'silence after a verdict',
    [...RECEIVED, 'fail', 'deadline-passed'],
    { buyer: 'rejected', seller: 'rejected' },
  ],
  [
    'silence about the refund and the penalty',
    [...REJECTED, 'deadline-passed'],
    { buyer: 'refund-chosen', seller: 'penalty-charged' },
  ],
  ['a parcel that is late to us', [...SHIPPED, 'parcel-late'], { buyer: 'late-to-us', seller: 'late-to-us' }],
  ['a parcel that is late to the buyer', [...SENT, 'parcel-late'], { buyer: 'late-to-buyer' }],
  ['silence about the parcel', [...SENT, 'deadline-passed'], { buyer: 'delivered', seller: 'delivered' }],
  ['silence about a missing parcel', [...SENT, 'report-missing', 'deadline-passed'], { buyer: 'lost' }],
  ['no claim in time', [...DELIVERED, 'deadline-passed'], { buyer: 'claims-over', seller: 'claims-over' }],
  ['a late return', [...DELIVERED, 'claim', 'request-return', 'return-overdue'], { buyer: 'return-overdue' }],
  ['a return', [...DELIVERED, 'claim', 'request-return', 'receive'], { buyer: 'returned' }],
  ['a pair of a lost parcel', [...SHIPPED, 'parcel-lost', 'receive'], { seller: 'received-too-late' }],
])('%s is news', (_what, history, news) => {
  const { last } = run(history);
  const found = last.kind === 'stepped' ? last.notifications : [];
  expect(Object.fromEntries(found.flatMap((each) => ('news' in each ? [[each.to, each.news]] : [])))).toEqual(
    news,
  );
});
