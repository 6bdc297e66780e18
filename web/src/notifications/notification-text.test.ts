import type { ShownNotification } from '@perkex/contract/notifications.js';
import { describe, expect, it } from 'vitest';
import { agoText, notificationPath, notificationText, unreadText } from './notification-text.js';

const NOTICE: ShownNotification = {
  id: 'id',
  kind: 'trade',
  productId: 3,
  name: 'Runner',
  brand: null,
  thumbnail: '',
  size: '9',
  side: 'ask',
  price: 240,
  limit: 230,
  trade: null,
  deal: null,
  block: null,
  date: '2026-11-22T12:00:00.000Z',
  isRead: false,
  mail: 'none',
};

describe('a notification', () => {
  it.each([
    [{ kind: 'trade', side: 'ask' }, 'Sold for 240$', '/dashboard/selling?list=sales'],
    [
      { kind: 'blocked', block: 'request' },
      'You can no longer place orders. You have asked for it. Your deals continue.',
      '/dashboard/buying',
    ],
    [{ kind: 'unblocked' }, 'You can place orders again', '/dashboard/buying'],
    [
      { kind: 'key-made' },
      'An API key was created. If it was not you, revoke it and change your password.',
      '/dashboard/settings/keys',
    ],
    [
      { kind: 'webhook-off' },
      'A webhook of yours was turned off. Its page says why.',
      '/dashboard/settings/webhooks',
    ],
    [{ kind: 'trade', side: 'bid' }, 'Bought for 240$', '/dashboard/buying?list=purchases'],
    [{ kind: 'outbid', side: 'bid' }, 'Outbid: 240$, you bid 230$', '/dashboard/buying?product=3&size=9'],
    [
      { kind: 'undercut', side: 'ask' },
      'Undercut: 240$, you ask 230$',
      '/dashboard/selling?product=3&size=9',
    ],
    [{ kind: 'removed', side: 'ask' }, 'Ask of 240$ removed by PerkeX', '/product/3'],
    [{ kind: 'removed', side: 'bid' }, 'Bid of 240$ removed by PerkeX', '/product/3'],
    [
      { kind: 'expiring', side: 'bid' },
      'Bid of 240$ expires within a day',
      '/dashboard/buying?product=3&size=9',
    ],
    [{ kind: 'alert', price: 195, limit: 200 }, 'Ask at 195$, your alert is 200$', '/product/3?size=9'],
    [
      { kind: 'deal', side: 'ask', deal: { id: 'd1', news: 'paid' } },
      'The buyer has paid. Please ship the pair.',
      '/dashboard/orders/d1',
    ],
    [
      { kind: 'deal', side: 'bid', deal: { id: 'd1', news: 'paid' } },
      'Your payment has arrived. The seller ships next.',
      '/dashboard/orders/d1',
    ],
    [{ kind: 'release', price: 0, limit: 0, size: '' }, 'Out now', '/product/3'],
  ] as const)('%j says %j and leads to %s', (some, text, path) => {
    const notice = { ...NOTICE, ...some };
    expect([notificationText(notice), notificationPath(notice)]).toEqual([text, path]);
  });
});

/** Noon on the local clock, whatever the time zone is. */
const NOON = new Date(2026, 10, 22, 12);

it.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [-5_000, 'just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [60 * 60_000, '1 h ago'],
  [23 * 3_600_000, '23 h ago'],
  [48 * 3_600_000, '22 Nov 2026'],
])('%i ms later it was %s', (laterMs, text) => {
  expect(agoText(NOON.toISOString(), NOON.getTime() + laterMs)).toBe(text);
});

it('more than 99 are shown as a limit', () => {
  expect([1, 99, 100, 1_000].map(unreadText)).toEqual(['1', '99', '99+', '99+']);
});
