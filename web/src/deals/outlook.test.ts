import type { OwnDeal, TimelineEntry } from '@perkex/contract/deals.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import { describe, expect, it } from 'vitest';
import { deal, TRADE } from '../../test/support/deals.js';
import { eventWords } from './event-words.js';
import { outlookOf } from './outlook.js';
import { waitingWords } from './waiting-money.js';

const OWED = { kind: 'payout-owed', amount: 165 } as const;

const after = (state: DealState, events: readonly TimelineEntry['event'][]): TimelineEntry[] => [
  TRADE,
  ...events.map((event, index) => ({ ...TRADE, version: index + 1, event, state })),
];

describe('a seller whose deal has failed reads where the pair is', () => {
  it.each<[DealState, TimelineEntry['event'][], string]>([
    ['rejected', [], 'PerkeX returns the pair to you.'],
    ['rejected', ['return-pair'], 'Your pair is on its way back to you.'],
    ['closed', ['return-pair'], 'Your pair is on its way back to you.'],
    ['cancelled', ['receive', 'cancel'], 'PerkeX returns the pair to you.'],
    ['cancelled', ['ship', 'cancel'], 'Once the pair arrives at PerkeX, we return it to you.'],
    ['lost', ['pass', 'parcel-lost'], 'Your pair passed the check, so you keep what you get for it.'],
    ['lost', ['parcel-lost'], 'PerkeX finds out where the pair was lost.'],
    ['lost', ['parcel-lost', 'bear-loss'], 'PerkeX bears the loss of the parcel, and pays you.'],
    ['closed', ['parcel-lost', 'leave-loss'], 'PerkeX has decided that you bear the loss of the parcel.'],
    ['lost', ['parcel-lost', 'receive'], 'PerkeX returns the pair to you.'],
    ['closed', ['parcel-lost', 'leave-loss', 'receive'], 'PerkeX returns the pair to you.'],
    [
      'closed',
      ['parcel-lost', 'leave-loss', 'receive', 'return-pair'],
      'Your pair is on its way back to you.',
    ],
    [
      'closed',
      ['parcel-lost', 'bear-loss', 'receive'],
      'PerkeX bears the loss of the parcel, and has paid you.',
    ],
  ])('%s after %j', (state, events, sentence) => {
    const timeline = after(state, events);
    expect(outlookOf(deal({ party: 'seller', state, timeline })).next).toBe(sentence);
  });
});

it('a lost pair that arrives after the end has not been returned', () => {
  const received = { ...TRADE, version: 9, event: 'receive', state: 'closed' } as const;
  expect(eventWords(received, 'closed', 'seller')).toBe('Arrived at PerkeX');
  expect(eventWords(received, 'delivered', 'buyer')).toBe('Returned to PerkeX');
});

it('a buyer whose return is awaited reads what to do, and what an overdue one means', () => {
  const timeline = after('delivered', ['claim', 'request-return']);
  const awaited = deal({ state: 'delivered', timeline });
  expect(outlookOf(awaited)).toMatchObject({
    next: 'Send the pair back to PerkeX for a refund.',
    otherwise: 'Otherwise PerkeX may end your claim without a refund.',
  });
  const overdue = { ...awaited, dueAt: null, isOverdue: true };
  expect(outlookOf(overdue).next).toMatch(/^The pair has not arrived at PerkeX in time\. You get your money/);
  expect(outlookOf({ ...overdue, party: 'seller' }).next).toMatch(/^The buyer has reported a problem/);
});

it('a buyer whose deal is closed has the money back', () => {
  const money = [{ kind: 'refunded', amount: 216.5 }] as const;
  expect(outlookOf(deal({ state: 'closed', money: [...money] })).next).toBe('You have your money back.');
});

it('a seller who is paid is not promised a payment', () => {
  for (const kind of ['paid-out', 'settled'] as const) {
    const money = [{ kind, amount: 165 }];
    const nextIn = (state: DealState) => outlookOf(deal({ party: 'seller', state, money, dueAt: null })).next;
    expect([nextIn('verified'), nextIn('delivered')]).toEqual([
      'You are paid. PerkeX sends the pair to the buyer.',
      'Nothing is left for you to do.',
    ]);
  }
});

it('a pair does not leave during a dispute', () => {
  const next = outlookOf(deal({ party: 'seller', state: 'verified', isDisputed: true })).next;
  expect(next).toBe(
    'The buyer has disputed the payment with their bank. We keep the pair until that is resolved.',
  );
});

describe('money that does not move has a reason', () => {
  it.each<[string, Partial<OwnDeal>, RegExp | null]>([
    [
      'a payout that failed',
      { money: [OWED], timeline: after('verified', ['payout-failed']) },
      /^Your payout failed\. Check where your payouts go/,
    ],
    ['a payout that is due', { money: [OWED] }, null],
    ['a payout during a dispute', { money: [OWED], isDisputed: true }, /and is yours either way\.$/],
    ['a sale during a dispute', { state: 'paid', isDisputed: true }, /paid out until that is resolved\.$/],
    ['a seller who is paid', { money: [{ kind: 'paid-out', amount: 165 }], isDisputed: true }, null],
    ['a buyer in a dispute', { party: 'buyer', isDisputed: true }, /or refunded until that is resolved\.$/],
  ])('%s', (_what, changes, sentence) => {
    const words = waitingWords(deal({ party: 'seller', ...changes }));
    expect(words).toEqual(sentence === null ? null : expect.stringMatching(sentence));
  });
});
